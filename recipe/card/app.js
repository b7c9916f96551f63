// What the card and the list share: elements, words, what is kept, and who is shown.
var app = document.getElementById("app");
var host, running, leave = null, saved = {}, wanted = "";

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
  else if (child !== null && child !== undefined && child !== false) e.append(child);
  return e;
}
function button(text, click, attributes) {
  return el("button", Object.assign({ type: "button", click: click }, attributes), text);
}

// put shows elements in place of all there is but the timers, which run on.
function put() {
  if (leave) leave();
  leave = null;
  app.replaceChildren();
  add(app, Array.from(arguments));
  add(app, running.bar);
  host.resize();
}

// keep remembers where the cook is, as long as the host does.
function keep(changes) {
  Object.assign(saved, changes);
  host.state(saved);
}

function rows(list) { return Array.isArray(list) ? list.filter((r) => { return r && typeof r === "object"; }) : []; }
function plural(n, one, more) { return n + " " + (n === 1 ? one : more); }
function minutes(n) {
  if (n < 60) return n + " min";
  return Math.floor(n / 60) + " h" + (n % 60 ? " " + n % 60 + " min" : "");
}
function total(r) {
  var p = r.prep_time_minutes, c = r.cook_time_minutes;
  if (typeof r.total_minutes === "number") return r.total_minutes;
  return typeof p === "number" || typeof c === "number" ? (p || 0) + (c || 0) : null;
}
var levels = ["", "Very easy", "Easy", "Medium", "Hard", "Very hard"];

// facts are times and difficulty.
function facts(r) {
  var list = [], t = total(r);
  if (typeof r.prep_time_minutes === "number" && typeof r.cook_time_minutes === "number") {
    list.push(["Prep", minutes(r.prep_time_minutes)], ["Cook", minutes(r.cook_time_minutes)]);
  }
  if (t !== null) list.push(["Total", minutes(t)]);
  if (levels[r.difficulty]) list.push(["Difficulty", levels[r.difficulty]]);
  return list;
}

// panel says something, with buttons as a way on.
function panel(text) {
  return el("div", { class: "panel message" }, el("p", { role: "status", dir: "auto" }, text), el("p", { class: "row" }, Array.from(arguments).slice(1)));
}
function heading() { return el("h1", { class: "hidden" }, "Recipes"); }
function loading(text) {
  put(heading(), el("p", { class: "quiet", role: "status" }, text), el("div", { class: "bones", "aria-hidden": "true" }, el("i"), el("i"), el("i"), el("i")));
}

// openRecipe shows a recipe that the list has only a row of.
function openRecipe(id, back) {
  loading("Opening the recipe…");
  var here = true;
  leave = () => { here = false; };
  host.call("get_recipe", { recipe_id: id }).then((r) => {
    if (r.error || !r.data || !r.data.title) throw new Error(r.text || "The recipe did not come.");
    if (!here) return;
    card(r.data, back);
    keep({ recipe_id: id });
  }).catch((e) => {
    if (here) put(heading(), panel(e.message, button("Try again", () => { openRecipe(id, back); }, { class: "main" }), back && button("All recipes", back)));
  });
}

// The screen stays on while someone cooks, where the host allows it.
var lock = null, cooks = false;
function awake() {
  var policy = document.featurePolicy;
  cooks = true;
  if (lock || !navigator.wakeLock || policy && !policy.allowsFeature("screen-wake-lock")) return;
  lock = navigator.wakeLock.request("screen").then((l) => {
    l.addEventListener("release", () => { lock = null; });
    return l;
  }, () => { lock = null; });
}
function asleep() {
  cooks = false;
  if (lock) lock.then((l) => { if (l) l.release(); });
}
document.addEventListener("visibilitychange", () => { if (cooks && !document.hidden) awake(); });

function start() {
  host = widget({
    name: "recipes", version: "1",
    accepts: (data) => { return Array.isArray(data.recipes) || typeof data.title === "string" && typeof data.id === "string"; },
    recover: (hint) => {
      var id = hint.input.recipe_id || hint.state.recipe_id || hint.data.id, args = {};
      if (id) return ["get_recipe", { recipe_id: id }];
      wanted = hint.input.title;
      if (wanted) return ["list_recipes", { query: wanted }];
      if (hint.tool && hint.tool !== "list_recipes") return null;
      ["query", "limit", "cursor"].forEach((name) => { if (hint.input[name]) args[name] = hint.input[name]; });
      return ["list_recipes", args];
    },
    show: (data, meta, input) => {
      saved = Object.assign({}, host.state());
      running.restore(saved.timers);
      if (!Array.isArray(data.recipes)) return card(data, null);
      data.recipes = rows(data.recipes);
      var row = data.recipes.find((r) => { return wanted ? r.title === wanted : r.id === saved.recipe_id; });
      if (row && host.can("call")) openRecipe(row.id, () => { keep({ recipe_id: null }); list(data, { id: row.id }, input); });
      else list(data, {}, input);
    },
    fail: (text, refused) => {
      put(heading(), panel(text, host.can("call") && button(refused ? "Show what is saved" : "Try again", () => { loading("Loading…"); host.retry(); }, { class: "main" })));
    }
  });
  running = timers();
  host.end(() => { running.leave(); asleep(); });
  loading("Loading…");
}
