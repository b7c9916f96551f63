// What the views share: elements, words, the project that is shown, and what is asked of
// the server.
var app = document.getElementById("app");
var view = el("div", { class: "view" }), live = el("p", { class: "hidden", role: "status" });
app.append(view, live);

var host, leave = null;
var now = null; // the project: {project, images, missing, can, url}; images is null if not known
var shelf = null; // the list, to go back to
var said = null; // {text, bad}: what is said above a view

// el makes an element. Attributes that are functions listen; text is never markup.
function el(tag, attributes) {
  var e = document.createElement(tag);
  Object.keys(attributes || {}).forEach((name) => {
    var v = attributes[name];
    if (typeof v === "function") e.addEventListener(name, v);
    else if (v === true) e.setAttribute(name, "");
    else if (v !== false && v !== null && v !== undefined) e.setAttribute(name, v);
  });
  for (var i = 2; i < arguments.length; i++) add(e, arguments[i]);
  return e;
}
function add(e, child) {
  if (Array.isArray(child)) child.forEach((c) => { add(e, c); });
  else if (child !== null && child !== undefined && child !== false && child !== "") e.append(child);
  return e;
}

// button's key finds it again after the view was drawn anew.
function button(text, key, click, attributes) {
  return el("button", Object.assign({ type: "button", click: click, "data-key": key }, attributes), text);
}

var SHAPES = {
  check: "M20 6 9 17l-5-5",
  ring: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18",
  photo: "M3 5h18v14H3zM3 16l5-5 4 4 3-3 6 6M15.5 9.5h.01",
  grip: "M9 6h.01M15 6h.01M9 12h.01M15 12h.01M9 18h.01M15 18h.01",
  before: "m15 5-7 7 7 7",
  after: "m9 5 7 7-7 7",
  trash: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13",
  plus: "M12 5v14M5 12h14",
  expand: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  again: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  pen: "M4 20h4L19 9l-4-4L4 16z",
  star: "m12 3 2.8 5.7 6.2.9-4.5 4.4 1 6.2-5.5-2.9-5.5 2.9 1-6.2L3 9.6l6.2-.9z",
  chat: "M4 5h16v11H9l-5 4z",
  globe: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c5 5 5 13 0 18M12 3c-5 5-5 13 0 18",
  warn: "M12 4 2.5 20h19zM12 10v4M12 17h.01"
};
function icon(name) {
  var ns = "http://www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg"), path = document.createElementNS(ns, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon i-" + name);
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

function rows(list) { return Array.isArray(list) ? list.filter((r) => { return r && typeof r === "object"; }) : []; }
function texts(list) { return Array.isArray(list) ? list.filter((t) => { return typeof t === "string" && t.trim(); }) : []; }
function filled(v) { return v && typeof v === "object" && !Array.isArray(v) && Object.keys(v).length ? v : null; }
function blank(v) { return Array.isArray(v) ? !texts(v).length : typeof v !== "string" || !v.trim(); }
function plural(n, one, more) { return n + " " + (n === 1 ? one : more); }
function place(p) { return [p.city, p.state].filter((t) => { return !blank(t); }).join(", "); }
function titled(p) { return blank(p.title) ? "Untitled project" : p.title; }
function day(text) {
  var at = new Date(text);
  if (!text || isNaN(at)) return "";
  try { return new Intl.DateTimeFormat(host.locale(), { dateStyle: "medium" }).format(at); } catch (e) { return at.toISOString().slice(0, 10); }
}
function chip(status) {
  var words = { draft: "Draft", published: "Published", archived: "Archived" };
  return el("span", { class: "chip " + (words[status] ? status : "draft") }, words[status] || status);
}

// What a project needs before it is published, in the order of the tools; and what it is
// called here.
var NEEDED = { title: "Title", project_type: "Project type", city: "City", state: "State", hero_image_id: "Cover photo", images: "A photo" };
function arrived(image) { return image.uploaded !== false; }
function needs(project, images) {
  return Object.keys(NEEDED).filter((name) => {
    return name === "images" ? images && !images.some(arrived) : blank(project[name]);
  });
}

// take makes the data of a result the project that is shown. It says whether there was one.
function take(r) {
  var data = filled(r.meta.widgetData) || {}, p = filled(data.project) || filled(r.meta.project);
  if (!p || !p.id) return false;
  if (!now || now.project.id !== p.id) now = { project: {}, images: null, url: "" };
  now.project = Object.assign({}, now.project, p);
  var images = [data.images, r.meta.images, p.images].find(Array.isArray);
  if (images) now.images = inOrder(rows(images));
  var missing = Array.isArray(data.missing_fields) ? data.missing_fields : r.data && r.data.missing_fields;
  now.missing = Array.isArray(missing) ? missing : needs(now.project, now.images);
  now.can = typeof data.can_publish === "boolean" ? data.can_publish : !now.missing.length && p.status !== "published";
  now.url = p.status === "published" ? data.public_url || now.url : "";
  return true;
}

// remember keeps what the model and a reloaded page should know of.
var sent = []; // the host's ids of files that were given to it
function remember() {
  var state = { project_id: now.project.id, image_ids: (now.images || []).map((i) => { return i.id; }), hero_image_id: now.project.hero_image_id || null };
  if (sent.length) state.imageIds = sent;
  host.state(state);
}

// plain leaves out of a message what only models read.
function plain(text) { return text.replace(/ \(missing_fields: [^)]*\)/, ""); }

// refused is the error of a call that the server answered with a failure.
function refused(r) {
  var e = new Error(plain(r.text) || "That did not work.");
  e.missing = r.meta.missing_fields;
  e.answered = true;
  return e;
}

// read asks for the project; it changes nothing. An answer that may lack what was changed since
// it was asked for is asked for again.
var changes = 0; // how many were answered
function read(id) {
  var before = changes;
  return host.call("get_project_status", { project_id: id }).then((r) => {
    if (r.error) throw refused(r);
    if (now && now.project.id !== id || !now) return r;
    if (changes !== before) return read(id);
    take(r);
    return r;
  });
}

// write calls a tool that changes the project, once. If no answer comes, a look at the
// project says what became of it: done is whether it is as it should be.
function write(tool, args, done) {
  var id = now.project.id;
  return host.call(tool, Object.assign({ project_id: id }, args)).then((r) => {
    if (r.error) throw refused(r);
    changes++;
    if (now.project.id !== id) return r;
    var full = take(r) && filled(r.meta.widgetData);
    remember();
    return full ? r : read(id).then(() => { return r; }, () => { return r; });
  }).catch((e) => {
    if (e.answered || now.project.id !== id) throw e;
    return read(id).catch(() => { throw e; }).then((r) => {
      if (!done || !done()) throw e;
      remember();
      return r;
    });
  });
}

// say says what happened: to those who see, above the view, and to those who listen.
function say(text, bad) {
  said = text ? { text: text, bad: !!bad } : null;
  tell(text);
}
function tell(text) { live.textContent = text === live.textContent ? text + "\u00a0" : text; }

// ask has the person's words go to the chat.
function ask(text) {
  return host.say(text).then(() => { say("Asked in the chat."); }, (e) => { say("The message could not be sent to the chat. " + e.message, true); }).then(draw);
}

// put shows elements in place of all others. What had the focus has it again, if it is
// still there.
function put() {
  var had = document.activeElement, key = had && had.dataset && had.dataset.key, at = had && had.selectionStart;
  view.replaceChildren();
  add(view, Array.from(arguments));
  if (key) focus(key, at);
  host.resize();
}
function focus(key, at) {
  var e = Array.from(view.querySelectorAll("[data-key]")).find((b) => { return b.dataset.key === key; });
  if (!e) return false;
  e.focus({ preventScroll: true });
  if (typeof at === "number" && e.setSelectionRange) e.setSelectionRange(at, at);
  return true;
}

function notice() {
  return [
    said && el("p", { class: said.bad ? "said bad" : "said" }, icon(said.bad ? "warn" : "check"), el("span", { dir: "auto" }, said.text)),
    !host.can("call") && el("p", { class: "said" }, icon("chat"), "This app only shows your work. To change something, ask in the chat.")
  ];
}
function panel(mark, title, text) {
  return el("div", { class: "empty" }, el("span", { class: "mark" }, icon(mark)), el("h2", {}, title), el("p", { class: "quiet", dir: "auto" }, text),
    el("p", { class: "row" }, Array.from(arguments).slice(3)));
}
function loading(text) {
  put(el("h1", { class: "hidden" }, "Portfolio"), el("div", { class: "bones", "aria-hidden": "true" }, el("i"), el("i"), el("i"), el("i")));
  tell(text);
}
