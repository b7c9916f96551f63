// Package appbuilder has what an app is: its content and the rules for it, how it is edited,
// and the name under which it is published. It stores nothing and serves nothing.
//
//	appbuilder/rule       faults that name a field
//	appbuilder/layout     the data of an app, by layout
//	appbuilder/theme      its colors
//	appbuilder/generate   content from a prompt, and edits from a message: by rules or a model
//	appbuilder/store      apps, their revisions and published versions, messages and owners
//	appbuilder/widget     the page that hosts show for a result
//	appbuilder/endpoint   published apps as MCP servers
//	appbuilder/site       the operations on apps, and the REST API
//	appbuilder/editor     the pages on which people make apps
package appbuilder
