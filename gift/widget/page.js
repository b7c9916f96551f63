// What both pages share: elements, what is said, and the one view that is shown.
var app = document.getElementById("app");
var view = el("div", { class: "view" }), live = el("p", { class: "hidden", role: "status" });
app.append(view, live);

var host = null;
var said = null; // {text, bad, again}: what is said above a view; again tries it again

// el makes an element. Attributes that are functions listen; text is never markup.
function el(tag, attributes, ...children) {
  var e = document.createElement(tag);
  Object.entries(attributes || {}).forEach(([name, v]) => {
    if (typeof v === "function") e.addEventListener(name, v);
    else if (v === true) e.setAttribute(name, "");
    else if (v !== false && v !== null && v !== undefined) e.setAttribute(name, v);
  });
  return add(e, children);
}
function add(e, child) {
  if (Array.isArray(child)) child.forEach((c) => { add(e, c); });
  else if (child !== null && child !== undefined && child !== false && child !== "") e.append(child);
  return e;
}
// p is text that a person or the catalog wrote; it keeps its own direction.
function p(text, name) { return text && el("p", { class: name, dir: "auto" }, text); }

// button's key finds it again after the view was drawn anew.
function button(content, key, click, attributes) {
  return el("button", { type: "button", click: click, "data-key": key, ...attributes }, content);
}

function texts(list) { return Array.isArray(list) ? list.filter((t) => typeof t === "string" && t.trim()) : []; }
function rows(list) { return Array.isArray(list) ? list.filter((r) => r && typeof r === "object" && typeof r.id === "string") : []; }
function plural(n, one, more) { return number(n) + " " + (n === 1 ? one : more); }
function number(n) {
  try { return new Intl.NumberFormat(host.locale()).format(n); } catch (e) { return String(n); }
}

// put shows elements in place of all others. What had the focus has it again, if it is
// still there.
function put(...elements) {
  var had = document.activeElement, key = had && had.dataset && had.dataset.key;
  view.replaceChildren();
  add(view, elements);
  if (key) focus(key);
  host.resize();
}
function focus(key) {
  var e = Array.from(view.querySelectorAll("[data-key]")).find((b) => b.dataset.key === key);
  if (e) e.focus({ preventScroll: true });
  return e;
}
// arrive puts the focus on what is new, and brings it into sight, or the head of the view.
function arrive(key, head) {
  var e = focus(key);
  if (e) (head && view.querySelector("h1") || e).scrollIntoView({ block: "nearest" });
  return e;
}

// tell says it to those who listen, also when it is said twice.
function tell(text) { live.textContent = text === live.textContent ? text + "\u00a0" : text; }
function say(text, bad, again) {
  said = { text: text, bad: !!bad, again: again };
  tell(text);
}
function notice() {
  return said && el("div", { class: said.bad ? "said bad" : "said" }, icon(said.bad ? "warn" : "check"), p(said.text),
    said.again && button("Try again", "again", said.again, { class: "plain" }));
}

// ask has the person's words go to the chat.
function ask(text, draw) {
  host.say(text).then(() => { say("Asked in the chat."); }, (e) => { say("That did not reach the chat. " + e.message, true); }).then(draw);
}

function panel(mark, title, text, ...actions) {
  return el("div", { class: "empty" }, el("span", { class: "tile large" }, icon(mark)), el("h1", { tabindex: -1, "data-key": "title" }, title), p(text, "quiet lines"),
    actions.some(Boolean) && el("div", { class: "row" }, actions));
}
function loading(text) {
  var bone = () => el("div", { class: "bone" }, el("i"), el("span", {}, el("b"), el("b"), el("b")));
  put(el("h1", { class: "hidden" }, "Gift ideas"), el("div", { class: "bones", "aria-hidden": "true" }, bone(), bone(), bone()));
  tell(text);
}
