// The text of a project, each field edited where it stands, and two lists of what there is.
var FIELDS = { // name: what it is called, its limit, the tool that saves it, what stands in its place
  title: ["Title", 200, "meta", "Such as: Chimney rebuilt with reclaimed brick"],
  project_type: ["Project type", 100, "meta", "Such as: Chimney rebuild"],
  city: ["City", 100, "meta", ""],
  state: ["State", 50, "meta", ""],
  duration: ["Duration", 50, "meta", "Such as: 3 weeks"],
  summary: ["Summary", 500, "sections", "One or two sentences that make people read on."],
  challenge: ["Challenge", 2000, "sections", "What was wrong, and what made it hard?"],
  solution: ["Solution", 2000, "sections", "What did you do?"],
  results: ["Results", 2000, "sections", "What is better now?"],
  outcome_highlights: ["Highlights", 0, "sections", "The outcome in a few words, one per line."],
  materials: ["Materials", 0, "meta", "One per line"],
  techniques: ["Techniques", 0, "meta", "One per line"],
  tags: ["Tags", 0, "meta", "One per line"],
  seo_title: ["Search title", 70, "meta", "The line that search engines show"],
  seo_description: ["Search description", 160, "meta", "What search engines show below it"]
};
var LISTS = ["outcome_highlights", "materials", "techniques", "tags"], SECTIONS = ["summary", "challenge", "solution", "results", "outcome_highlights"];
var written = {}; // what is being written, by project and field: {text, error, saving}

function slot(name) { return now.project.id + " " + name; }
function listed(name) { return LISTS.indexOf(name) >= 0; }
function lines(text) { return text.split("\n").map((t) => { return t.trim(); }).filter(Boolean); }

function story() {
  var small = cover("small"), more = ["duration", "materials", "techniques", "tags", "seo_title", "seo_description"];
  return el("div", { class: "columns" },
    el("div", { class: "stack" },
      el("section", { "aria-label": "About" },
        small ? button(small, "cover", () => { go("media", "tab-media"); }, { class: "cover", "aria-label": "Photos" })
          : host.can("call") && button([icon("photo"), "Add photos"], "first-photo", () => { go("media", "add"); }, { class: "wait" }),
        field("title", "line"), field("project_type", "line"), el("div", { class: "pair" }, field("city", "line"), field("state", "line"))),
      el("section", { class: "text", "aria-label": "Story" }, SECTIONS.map((name) => { return field(name, "section"); })),
      el("section", { "aria-label": "More" }, more.map((name) => { return field(name, "line"); }))),
    el("aside", { class: "stack", "aria-label": "Checklists" }, now.project.status !== "published" && (question || now.can) ? publishing() : null, needed(), nice()));
}

// field is a value with a way to edit it.
function field(name, look) {
  var at = FIELDS[name], value = now.project[name], open = written[slot(name)], section = look === "section";
  if (open) return editor(name, open, section);
  var shown = blank(value) ? null : listed(name) ? el("ul", { class: section ? "points" : "tags" }, texts(value).map((t) => { return el("li", { dir: "auto" }, section && icon("check"), el("span", {}, t)); }))
    : el("p", { class: "value", dir: "auto" }, value);
  var change = host.can("call") && button([icon(shown ? "pen" : "plus"), shown ? "Edit" : "Add"], "edit-" + name, () => { edit(name); },
    { class: "plain", "aria-label": (shown ? "Edit " : "Add ") + at[0].toLowerCase() });
  var help = section && !shown && host.can("say") && button([icon("chat"), "Help me write"], "help-" + name, () => {
    ask("Help me write the " + at[0].toLowerCase() + " of my project " + (blank(now.project.title) ? "" : "“" + now.project.title + "” ") + "(project_id " + now.project.id + ").");
  }, { class: "plain", "aria-label": "Help me write the " + at[0].toLowerCase() });
  return el("div", { class: look }, el("div", { class: "label" }, el(section ? "h2" : "span", {}, at[0]), change),
    shown || (section || !host.can("call")) && el("p", { class: "quiet" }, section ? at[3] : "Not given"), help);
}

function edit(name) {
  var value = now.project[name];
  written[slot(name)] = written[slot(name)] || { text: listed(name) ? texts(value).join("\n") : value || "" };
  draw();
  focus("write-" + name, written[slot(name)].text.length);
}

function editor(name, open, section) {
  var at = FIELDS[name], most = at[1], long = most > 200 || listed(name), id = "f-" + name;
  var input = el(long ? "textarea" : "input", { id: id, "data-key": "write-" + name, dir: "auto", placeholder: at[3] || null, "aria-describedby": id + "-n", autocomplete: "off",
    rows: long ? (name === "summary" || listed(name) ? 4 : 7) : null, "aria-invalid": open.error ? "true" : null,
    input: () => { open.text = input.value; count(); },
    keydown: (event) => {
      if (event.key === "Escape") close();
      else if (event.key === "Enter" && (!long || event.ctrlKey || event.metaKey) && !event.isComposing) {
        event.preventDefault();
        store();
      }
    } });
  input.value = open.text;
  input.readOnly = !!open.saving;
  var counter = el("span", { id: id + "-n", class: "quiet count" });
  var save = button(open.saving ? "Saving…" : "Save", "save-" + name, store, { class: "main" });
  function count() {
    var n = Array.from(input.value).length, over = most && n > most;
    counter.textContent = most ? n + " / " + most + (over ? ", too long by " + (n - most) : "") : plural(lines(input.value).length, "line", "lines");
    counter.classList.toggle("over", !!over);
    save.disabled = !!over || !!open.saving;
  }
  function close() {
    if (open.saving) return;
    delete written[slot(name)];
    draw();
    focus("edit-" + name);
  }
  // What was written stays until it is saved.
  function store() {
    if (save.disabled) return;
    var value = listed(name) ? lines(open.text) : open.text.trim(), place = slot(name), args = {}, id = now.project.id;
    if (same(now.project[name], value)) return close();
    args[name] = value;
    open.saving = true;
    open.error = "";
    draw();
    write(at[2] === "meta" ? "update_project_meta" : "update_project_sections", args, () => { return same(now.project[name], value); }).then(() => {
      delete written[place];
      if (now.project.id === id) say(at[0] + " saved.");
    }, (e) => {
      open.saving = false;
      open.error = e.message;
      tell(e.message);
    }).then(() => {
      draw();
      if (now.project.id === id && tab === "draft") focus(written[place] ? "write-" + name : "edit-" + name);
    });
  }
  count();
  return el("div", { class: (section ? "section" : "line") + " editing" }, el("div", { class: "label" }, el("label", { for: id }, at[0]), counter), input,
    open.error && el("p", { class: "wrong" }, open.error),
    el("p", { class: "row" }, save, button("Cancel", "cancel-" + name, close, { disabled: !!open.saving })));
}
function same(a, b) {
  return Array.isArray(b) ? JSON.stringify(texts(a)) === JSON.stringify(b) : (a || "") === b;
}

// The two lists: what publishing needs, and what makes a page better.
function item(done, text, key, go) {
  return el("li", { class: done ? "done" : null }, icon(done ? "check" : "ring"),
    done || !host.can("call") ? el("span", {}, text) : button(text, key, go, { class: "plain" }), el("span", { class: "hidden" }, done ? " (done)" : " (missing)"));
}
function needed() {
  var names = Object.keys(NEEDED), have = names.filter((n) => { return now.missing.indexOf(n) < 0; }).length;
  return el("section", { class: "panel" }, el("h2", {}, "Needed to publish"), el("p", { class: "quiet" }, have + " of " + names.length), meter(have, names.length),
    el("ul", { class: "list" }, names.map((name) => { return item(now.missing.indexOf(name) < 0, NEEDED[name], "need-" + name, () => { mend(name); }); })));
}
function nice() {
  var names = Object.keys(FIELDS).filter((n) => { return !NEEDED[n]; }), have = names.filter((n) => { return !blank(now.project[n]); }).length;
  var pair = now.images && ["before", "after"].every((k) => { return now.images.some((i) => { return i.image_type === k; }); });
  return el("section", { class: "panel" }, el("h2", {}, "Nice to have"), el("p", { class: "quiet" }, have + (pair ? 1 : 0) + " of " + (names.length + (now.images ? 1 : 0)) + " added. None is required."),
    el("ul", { class: "list" }, names.map((name) => { return item(!blank(now.project[name]), FIELDS[name][0], "nice-" + name, () => { edit(name); }); }),
      now.images && item(pair, "Before and after photos", "nice-pair", () => { go("media", "tab-media"); })));
}
