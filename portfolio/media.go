package portfolio

import (
	"context"
	"encoding/json"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/mcp-adapters/mcp-adapters/mcp"
	"github.com/mcp-adapters/mcp-adapters/mcp/schema"
)

const maxMedia = 10 // of each source, in one call

func (t tools) addMedia() mcp.Tool {
	offered := mediaInput(false)
	accept, err := schema.Repairing(mediaInput(true))
	if err != nil {
		accept = func(json.RawMessage) (schema.Arguments, []string, error) { return nil, nil, err }
	}
	return mcp.Tool{
		Name:  "add_project_media",
		Title: "Add photos",
		Description: "Add photos to a project from one or more sources: attachments that the person put into the chat, images by their address, or files that the widget will upload. " +
			"JPEG, PNG, WebP or HEIC, at most 5 MiB each, at most 10 of each source in a call. It needs project_id and one source.",
		Hints:  mcp.Hints{OpenWorld: true},
		Meta:   map[string]any{"openai/fileParams": []string{"attachments"}},
		Input:  schema.Published(offered),
		Accept: accept,
		// A project that can't be read back has no count, and the photos are added all the same.
		Output: schema.Open([]string{"project_id", "upload_status"},
			outID(), outTitle(), kept(schema.Typed("media_count", "integer"), "The photos that the project has."), outMissing(),
			schema.Typed("upload_status", "string"),
			schema.List("upload_errors", "What could not be added, and why.", schema.Open([]string{"error"},
				schema.Typed("file_id", "string"), schema.Typed("url", "string"), schema.Typed("error", "string"))),
			outImages()),
		Call: func(ctx context.Context, _ *mcp.Request, args schema.Arguments) (mcp.Result, error) {
			a := &addition{tools: t, project: args.Text("project_id")}
			if err := a.read(args); err != nil {
				return mcp.Result{}, err
			}
			leave, err := t.api.lately.enter(ctx, digestOf(args))
			if err != nil {
				return mcp.Result{}, err
			}
			defer leave()
			if err := a.run(ctx); err != nil {
				return mcp.Result{}, err
			}
			return a.result(ctx)
		},
	}
}

// mediaInput returns the schema of the arguments. Phones send an attachment that they
// can't offer as a bare string; lenient admits it.
func mediaInput(lenient bool) *jsonschema.Schema {
	file := schema.Closed([]string{"file_id", "filename", "content_type"},
		schema.Text("file_id", "The host's id of the file.", 1, 0),
		line("filename", "", 255),
		schema.Text("content_type", "image/jpeg, image/png, image/webp or image/heic.", 0, 0),
		kind(), altText(),
		schema.Number("display_order", "Its place, from 0."),
		schema.Number("width", "In pixels."), schema.Number("height", "In pixels."))
	link := schema.Closed([]string{"url"},
		schema.Text("url", "The https address of a picture.", 1, 0),
		line("filename", "", 255), kind(), altText())
	attachment := schema.Closed([]string{"download_url", "file_id"},
		schema.Text("download_url", "", 1, 0), schema.Text("file_id", "", 1, 0),
		schema.Text("mime_type", "", 0, 0), schema.Text("file_name", "", 0, 0),
		kind(), altText())
	if lenient {
		attachment.Types, attachment.Type = []string{"object", "string"}, ""
	}
	return schema.Closed([]string{"project_id"}, one(),
		few(schema.List("files", "Files for the widget to upload.", file), 0, maxMedia),
		few(schema.List("images", "Pictures on the web.", link), 0, maxMedia),
		few(schema.List("attachments", "Pictures that the person put into the chat.", attachment), 0, maxMedia))
}
