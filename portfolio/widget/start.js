// The start: which view a result asks for, and what to do where one was lost.
var VIEWS = { "project-draft": "draft", "project-status": "status", "project-media": "media", "project-list": "list" };
var TOOLS = { create_project_draft: "draft", update_project_sections: "draft", update_project_meta: "draft", add_project_media: "media", reorder_project_media: "media",
  set_project_hero_media: "media", set_project_media_labels: "media", publish_project: "status", unpublish_project: "status", get_project_status: "status", list_projects: "list" };
var wanted = "", lost = false, looked = false, failure = "";

// guess finds the view of a result that doesn't name it.
function guess(data) {
  if ("has_more" in data || Array.isArray(data.projects)) return "list";
  if ("media_count" in data || "upload_status" in data || data.status === "ok") return "media";
  return data.status ? "status" : "draft";
}

// nothing says why there is nothing to see, and what can be done.
function nothing(text, refused) {
  var unsure = lost && !looked && !refused;
  put(el("h1", { class: "hidden" }, "Portfolio"), panel("warn", refused ? "That did not work" : "This didn't load", (unsure ? "There was no answer, so the draft may or may not have been saved. " : "") + text,
    host.can("call") && button(refused || unsure ? "Show what is saved" : "Retry", "retry", () => { looked = true; loading("Loading…"); host.retry(); }, { class: "main" })));
  tell(text);
}

function show(data, meta, args) {
  var whole = filled(meta.widgetData), to = VIEWS[meta.widgetTemplate] || guess(data);
  if (wanted && to === "status") to = wanted;
  wanted = "";
  said = failure ? { text: failure, bad: true } : null;
  failure = "";
  if (to === "list") {
    if (!whole && host.can("call")) return browse({ status: args && args.status, offset: args && args.offset });
    setShelf(whole || data, args && args.status || whole && whole.status_filter);
    tab = "list";
    var state = host.state(), row = state && shelf.projects.find((p) => { return p.id === state.project_id; });
    return row && host.can("call") ? openProject(row.id) : draw();
  }
  tab = to;
  if (whole && take({ data: data, meta: meta })) {
    draw();
    if (to !== "draft" && !now.images && host.can("call")) read(now.project.id).then(draw, () => {});
    return adopt(meta.uploads);
  }
  if (!host.can("call")) {
    take({ data: data, meta: { widgetData: { project: { id: data.project_id, title: data.title, status: data.status === "ok" ? "draft" : data.status || "draft" },
      images: rows(data.images).map((i, at) => { return { id: i.image_id, image_type: i.image_type, alt_text: i.alt_text, url: "", display_order: at }; }), public_url: data.url } } });
    if (Array.isArray(data.images)) rows(data.images).forEach((i) => { if (i.is_hero) now.project.hero_image_id = i.image_id; });
    return draw();
  }
  loading("Loading…");
  host.call("get_project_status", { project_id: data.project_id }).then((r) => {
    if (r.error) throw refused(r);
    if (!take(r)) throw new Error("The project could not be loaded. Try again.");
    draw();
    adopt(meta.uploads);
  }).catch((e) => { nothing(e.message); });
}

host = widget({
  name: "portfolio", version: "1",
  accepts: (data, meta) => { return !!filled(meta.widgetData) || typeof data.project_id === "string" || Array.isArray(data.projects); },
  recover: (hint) => {
    var args = hint.input, id = args.project_id || hint.data.project_id || hint.state.project_id, tool = hint.tool;
    wanted = TOOLS[tool] || "";
    if (id) return ["get_project_status", { project_id: id }];
    lost = tool === "create_project_draft" || !tool && ["title", "project_type", "summary", "challenge"].some((n) => { return n in args; });
    if (lost && !looked) return null;
    wanted = "";
    var call = {};
    ["status", "limit", "offset"].forEach((n) => { if (!lost && n in args) call[n] = args[n]; });
    return ["list_projects", call];
  },
  show: show,
  // A call of the model's that failed is said above what there is.
  fail: (text, refused) => {
    if (refused && !failure && host.can("call")) {
      failure = plain(text);
      looked = true;
      setTimeout(host.retry, 0);
    } else {
      nothing(failure || text, refused || !!failure);
      failure = "";
    }
  }
});
host.end(saveOrder);
loading("Loading…");
