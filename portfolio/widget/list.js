// The list of projects: {projects, count, more, status, limit}.
function drawList() {
  var l = shelf, can = host.can("call");
  var filters = [["", "All"], ["draft", "Drafts"], ["published", "Published"], ["archived", "Archived"]];
  var fresh = host.can("say") && button([icon("plus"), "New project"], "new", () => { ask("Help me start a new project in my portfolio: ask me about the job, then create a draft."); }, { class: "main" });
  put(
    el("div", { class: "bar top" }, el("h1", { tabindex: -1, "data-key": "title" }, "Your projects"), l.projects.length > 0 && fresh),
    can && (l.projects.length > 0 || l.status) && el("nav", { "aria-label": "Which projects" }, filters.map((f) => {
      return button(f[1], "only-" + f[0], () => { browse({ status: f[0] }, "only-" + f[0]); }, { "aria-current": (l.status || "") === f[0] ? "true" : null });
    })),
    notice(),
    l.projects.length ? el("ul", { class: "projects" }, l.projects.map(one))
      : panel("photo", l.status ? "Nothing here" : "No projects yet", l.status ? "No project has this status." : "Tell the chat about a job you finished. It becomes a page to show to customers.",
        l.status ? button("Show all", "only-all", () => { browse({ status: "" }, "only-"); }) : fresh || el("span", { class: "quiet" }, "Ask in the chat to start one.")),
    l.more && can && el("p", { class: "row center" }, button(busy ? "Loading…" : "Load more", "more", () => { browse({ status: l.status, offset: l.count }); }, { disabled: !!busy })));
}

function one(p) {
  var about = [blank(p.title) && p.project_type, place(p), day(p.published_at || p.updated_at || p.created_at)].filter(Boolean);
  var inside = [
    blank(p.hero_image_url) && !p.hero_image_id ? el("span", { class: "picture tile" }, el("span", { class: "blind" }, icon("photo"))) : picture(p.id, p.hero_image_id, p.hero_image_url, "", "tile"),
    el("span", { class: "caption" }, el("strong", { dir: "auto" }, titled(p)), el("span", { class: "facts quiet" }, about.map((t) => { return el("span", { dir: "auto" }, t); })), chip(p.status))];
  return el("li", {}, host.can("call") ? button(inside, "open-" + p.id, () => { openProject(p.id); }, { class: "project" }) : el("div", { class: "project" }, inside));
}

// setShelf keeps a page of the list, after what is there already if it goes on.
function setShelf(data, status, goesOn) {
  var projects = rows(data.projects).map((p) => { return Object.assign({}, p, { id: p.id || p.project_id }); }).filter((p) => { return typeof p.id === "string"; });
  var old = goesOn && shelf ? shelf.projects.filter((o) => { return !projects.some((p) => { return p.id === o.id; }); }) : [];
  shelf = { projects: old.concat(projects), count: typeof data.count === "number" ? data.count : projects.length, more: data.has_more === true, status: status || "", limit: data.limit };
}

var asked = 0;
// browse gets a page of the list; the latest question counts.
function browse(args, key) {
  var mine = ++asked, at = shelf ? shelf.projects.length : 0, call = {};
  if (args.status) call.status = args.status;
  if (args.offset) call.offset = args.offset;
  if (shelf && shelf.limit) call.limit = shelf.limit;
  said = null;
  busy = "list";
  tell("Loading…");
  if (tab === "list" && shelf) draw();
  return host.call("list_projects", call).then((r) => {
    if (r.error) throw refused(r);
    if (mine !== asked) return;
    setShelf(filled(r.meta.widgetData) || r.data || {}, args.status, args.offset > 0);
    tell(plural(shelf.projects.length, "project", "projects"));
  }, (e) => { throw e; }).catch((e) => { if (mine === asked) say(e.message, true); }).then(() => {
    if (mine !== asked) return;
    busy = "";
    if (!shelf) return nothing(said ? said.text : "");
    tab = "list";
    draw();
    if (args.offset && shelf.projects[at]) focus("open-" + shelf.projects[at].id);
    else if (key) focus(key);
  });
}

function openProject(id) {
  loading("Opening the project…");
  var mine = ++asked;
  host.call("get_project_status", { project_id: id }).then((r) => {
    if (r.error || mine !== asked) throw r.error ? refused(r) : new Error();
    if (!take(r)) throw new Error("The project could not be loaded. Try again.");
    remember();
    tab = "status";
    said = null;
    draw();
    focus("title");
  }).catch((e) => {
    if (mine !== asked) return;
    say(e.message, true);
    tab = "list";
    draw();
    focus("open-" + id);
  });
}

// back shows the list, as it is now: what was done meanwhile is to be seen in it.
function back() {
  var id = now && now.project.id, status = shelf ? shelf.status : "";
  saveOrder();
  question = "";
  said = null;
  host.state({ project_id: null, image_ids: [], hero_image_id: null });
  if (!host.can("call")) { tab = "list"; return draw(); }
  if (shelf) {
    var row = shelf.projects.find((p) => { return p.id === id; });
    if (row) Object.keys(row).forEach((name) => { if (name in now.project) row[name] = now.project[name]; });
    tab = "list";
    draw();
    return focus("open-" + id) || focus("title");
  }
  loading("Loading…");
  browse({ status: status }, "title");
}
