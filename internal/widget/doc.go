// Package widget declares the pages that hosts show in place of a tool's result: ChatGPT
// (window.openai) and hosts of MCP Apps (SEP-1865, protocol 2026-01-26).
//
// A page is one HTML file that loads nothing: the base styles, the bridge to the host
// (bridge.js, which documents its interface) and the widget's own style and script. The
// script calls widget({…}) and builds its elements with textContent alone, since results
// hold what strangers wrote.
//
// To give a tool a widget: declare it with [New], list [Widget.Resources] among the
// server's resources, and call [Widget.Attach] on the tool.
package widget
