// A project: its head with three tabs, and its state.
var tab = "status"; // or "draft" or "media"
var question = ""; // "publish" or "unpublish", while it is asked
var busy = ""; // what is under way

function draw() {
  if (tab === "list") return drawList();
  if (!now || dragged) return;
  var shown = { status: overview, draft: story, media: photos }[tab];
  put(head(), notice(), shown());
}

// go shows a tab. Photos are asked for if an answer came without them.
function go(to, key) {
  if (tab === "media" && to !== tab) saveOrder();
  tab = to;
  question = "";
  said = null;
  draw();
  if (key) focus(key);
  if (to !== "draft" && !now.images && host.can("call")) read(now.project.id).then(draw, (e) => { say(e.message, true); draw(); });
}

function head() {
  var p = now.project, n = (now.images || []).length;
  var facts = [p.project_type, place(p), p.duration].filter((t) => { return !blank(t); });
  function to(name, text) {
    return button(text, "tab-" + name, () => { go(name); }, { "aria-current": tab === name ? "page" : null });
  }
  return [
    el("div", { class: "bar" },
      (shelf || host.can("call")) && button([icon("before"), "All projects"], "back", back, { class: "plain" }),
      el("span", { class: "row end" },
        host.can("call") && button(icon("again"), "again", again, { class: "round", "aria-label": "Refresh", title: "Refresh" }),
        host.can("fullscreen") && button(icon("expand"), "full", full, { class: "round", "aria-label": wide ? "Back to the chat" : "Full screen", title: wide ? "Back to the chat" : "Full screen" }))),
    el("header", {},
      el("div", { class: "named" }, el("h1", { dir: "auto", tabindex: -1, "data-key": "title" }, titled(p)), chip(p.status)),
      facts.length > 0 && el("p", { class: "facts quiet" }, facts.map((f) => { return el("span", { dir: "auto" }, f); }))),
    el("nav", { "aria-label": "Project" }, to("status", "Overview"), to("draft", "Story"), to("media", "Photos" + (n ? " (" + n + ")" : "")))
  ];
}

var wide = false;
function full() {
  host.mode(wide ? "inline" : "fullscreen").then((mode) => { wide = mode === "fullscreen"; draw(); }, () => {});
}

function again() {
  say("Refreshing…");
  draw();
  read(now.project.id).then(() => { say("Up to date."); }, (e) => { say(e.message, true); }).then(draw);
}

// overview is the state of a project, and what comes next.
function overview() {
  var p = now.project, picture = cover("hero");
  var thumbs = (now.images || []).filter((i) => { return arrived(i) && i.id !== p.hero_image_id; });
  return el("div", { class: "columns overview" },
    picture ? el("figure", {}, picture)
      : panel("photo", "No photos yet", "Before and after photos say more than any text.",
        host.can("call") && button([icon("plus"), "Add photos"], "first-photo", () => { go("media", "add"); }, { class: now.missing.length < 3 ? "main" : null })),
    el("aside", { "aria-label": "Publishing" }, publishing()),
    el("div", { class: "stack" },
      thumbs.length > 0 && el("div", { class: "strip" }, thumbs.slice(0, 4).map((i) => {
        var at = now.images.indexOf(i);
        return button(pictureOf(i, at, "thumb"), "strip-" + i.id, () => { go("media", "grip-" + i.id); }, { "aria-label": "Open photo " + (at + 1) });
      })),
      blank(p.summary) ? null : el("p", { class: "lead", dir: "auto" }, p.summary),
      !blank(p.outcome_highlights) && el("ul", { class: "points" }, texts(p.outcome_highlights).map((t) => { return el("li", { dir: "auto" }, icon("check"), el("span", {}, t)); }))));
}
function pictureOf(image, at, size) { return picture(now.project.id, image.id, image.url, alt(image, at, now.images.length), size); }

// publishing is what the status asks for.
function publishing() {
  var p = now.project, missing = now.missing, all = Object.keys(NEEDED).length, have = all - missing.length;
  if (question) return asking();
  if (p.status === "published") {
    return el("section", { class: "panel" },
      el("h2", { class: "state" }, icon("globe"), "This project is live"),
      el("p", { class: "quiet" }, day(p.published_at) ? "Published on " + day(p.published_at) + "." : "Everyone can see it."),
      address(now.url),
      el("p", { class: "row" },
        /^https:/.test(now.url) && host.can("open") && button("View page", "page", () => { host.open(now.url).catch((e) => { say(e.message, true); draw(); }); }, { class: "main" }),
        now.url && button("Copy link", "copy", copyLink),
        host.can("call") && button("Unpublish", "unpublish", () => { question = "unpublish"; draw(); focus("no"); }, { class: "plain" })));
  }
  if (now.can) {
    return el("section", { class: "panel" },
      el("h2", { class: "state good" }, icon("check"), "Ready to publish"),
      el("p", { class: "quiet" }, p.status === "archived" ? "It is archived, and nobody sees it. Publishing brings it back." : "Everything that is needed is there. Have a last look, then show your work."),
      meter(all, all),
      el("p", { class: "row" }, host.can("call") && button("Publish", "publish", () => { question = "publish"; draw(); focus("no"); }, { class: "main" }),
        tab === "status" && button("Edit story", "edit-story", () => { go("draft", "tab-draft"); })));
  }
  return el("section", { class: "panel" },
    el("h2", { class: "state" }, have + " of " + all + " ready"),
    el("p", { class: "quiet" }, "Still needed before this can be published:"),
    meter(have, all),
    el("ul", { class: "todo" }, missing.filter((name) => { return NEEDED[name]; }).map((name) => {
      return el("li", {}, icon("ring"), el("span", {}, NEEDED[name]), host.can("call") && button(todo(name), "todo-" + name, () => { mend(name); },
        { "aria-label": todo(name) + ": " + NEEDED[name] }));
    })));
}
function todo(name) { return name === "hero_image_id" && now.missing.indexOf("images") < 0 ? "Choose" : "Add"; }
function meter(have, all) {
  var bar = el("i");
  bar.style.inlineSize = 100 * have / all + "%";
  return el("div", { class: "meter", role: "progressbar", "aria-label": "Ready to publish", "aria-valuemin": 0, "aria-valuemax": all, "aria-valuenow": have }, bar);
}

// The address is there to be sent to a customer. Hosts let no widget use the clipboard by
// itself, but the old command needs nothing but a press.
function address(url) { return url && el("p", { class: "address", dir: "ltr" }, url); }
function copyLink(event) {
  getSelection().selectAllChildren(view.querySelector(".address"));
  var copied = document.execCommand("copy");
  event.currentTarget.textContent = copied ? "Copied" : "Selected";
  tell(copied ? "Link copied." : "The link is selected. Copy it.");
}

// mend goes to where a missing item is added.
function mend(name) {
  if (name === "images" || name === "hero_image_id") return go("media", "add");
  go("draft");
  edit(name);
}

// asking asks before the public sees something else. Cancel stands where Publish stood, so
// that a second tap of an impatient finger publishes nothing.
function asking() {
  var publish = question === "publish";
  return el("section", { class: "panel", role: "group", "aria-labelledby": "question" },
    el("h2", { class: "state", id: "question" }, publish ? "Publish now?" : "Take it offline?"),
    el("p", { class: "quiet" }, publish ? "The page becomes public at once. You can take it back at any time." : "The page disappears and the project is a draft again. Nothing is lost."),
    el("p", { class: "row" },
      button("Cancel", "no", () => { var to = question; question = ""; draw(); focus(to); }, { disabled: !!busy }),
      button(busy ? (publish ? "Publishing…" : "Unpublishing…") : publish ? "Yes, publish" : "Yes, unpublish", "yes", settle, { class: "main", disabled: !!busy })));
}

function settle() {
  var publish = question === "publish", wanted = publish ? "published" : "draft";
  if (busy) return;
  busy = question;
  tell(publish ? "Publishing…" : "Unpublishing…");
  draw();
  write(publish ? "publish_project" : "unpublish_project", {}, () => { return now.project.status === wanted; }).then(() => {
    say(publish ? "" : "It is a draft again, and its page is gone.");
    if (publish) tell("Published. Your work is live.");
  }, (e) => {
    if (Array.isArray(e.missing) && e.missing.length) {
      now.missing = e.missing;
      now.can = false;
      say("Not published yet. Something is still missing: " + e.missing.map((name) => { return NEEDED[name] || name; }).join(", ") + ".", true);
    } else say(e.message, true);
  }).then(() => {
    busy = question = "";
    draw();
    focus("title");
  });
}
