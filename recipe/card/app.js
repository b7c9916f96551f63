// What the card and the list share: elements, words, what is kept, and who is shown.
var app = document.getElementById("app");
var host, running, leave = null, saved = {}, drawn = "", lost = false, again = false;

// el makes an element: "p.quiet" has a class. Attributes that are functions listen; text is
// never markup.
function el(tag, attributes) {
  var names = tag.split("."), e = document.createElement(names.shift());
  if (names[0]) e.className = names.join(" ");
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

// put shows elements in place of all there is but the timers, which run on: first, since
// a frame may be higher than the screen.
function put() {
  if (leave) leave();
  leave = null;
  running.gather();
  app.replaceChildren();
  add(app, [running.said, running.bar, Array.from(arguments)]);
  host.resize();
}

// keep remembers where the cook is, as long as the host does.
function keep(changes) {
  Object.assign(saved, changes);
  host.state(saved);
}

// kept is where the cook was in a recipe, as long as it is among the last ten.
function kept(id) { return rows(saved.recipes).find((r) => { return r.id === id; }) || {}; }
function keepRecipe(r) {
  keep({ recipe_id: r.id, recipes: [r].concat(rows(saved.recipes).filter((old) => { return old.id !== r.id; })).slice(0, 10) });
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
// awake is told whether someone does; a timer that runs is reason enough.
var lock = null, cooks = false;
function awake(now) {
  var policy = document.featurePolicy, old = lock;
  if (now !== undefined) cooks = now;
  if (!cooks && !running.list.length) {
    lock = null;
    if (old) old.then((l) => { if (l) l.release(); });
    return;
  }
  if (lock || !navigator.wakeLock || policy && !policy.allowsFeature("screen-wake-lock")) return;
  var mine = lock = navigator.wakeLock.request("screen").then((l) => {
    l.addEventListener("release", gone);
    return l;
  }, gone);
  function gone() { if (lock === mine) lock = null; }
}
document.addEventListener("visibilitychange", () => { if (!document.hidden) awake(); });

function start() {
  host = widget({
    name: "recipes", version: "1",
    accepts: (data) => { return Array.isArray(data.recipes) || typeof data.title === "string" && typeof data.id === "string"; },
    recover: (hint) => {
      var input = hint.input, id = input.recipe_id || hint.state.recipe_id || hint.data.id;
      if (id) return ["get_recipe", { recipe_id: id }];
      // A recipe of the same title need not be the one that is being saved.
      lost = hint.tool === "create_recipe" || !!input.title;
      if (lost) return again ? ["list_recipes", input.title ? { query: input.title } : {}] : null;
      return hint.tool && hint.tool !== "list_recipes" ? null : ["list_recipes", input];
    },
    show: (data, meta, input) => {
      var text = JSON.stringify(data);
      if (text === drawn) return; // what is new is _meta, of which nothing is shown
      drawn = text;
      saved = Object.assign({}, host.state());
      running.restore(saved.timers);
      if (!Array.isArray(data.recipes)) return card(data, null);
      data.recipes = rows(data.recipes);
      var row = data.recipes.find((r) => { return r.id === saved.recipe_id; });
      if (row && host.can("call")) openRecipe(row.id, () => { keep({ recipe_id: null }); list(data, { id: row.id }, input); });
      else list(data, {}, input);
    },
    fail: (text, refused) => {
      var unsure = lost && !again && !refused;
      drawn = "";
      put(heading(), panel((unsure ? "The result has not come, so the recipe may be saved or not. " : "") + text,
        host.can("call") && button(refused || unsure ? "Show what is saved" : "Try again", () => { again = true; loading("Loading…"); host.retry(); }, { class: "main" })));
    }
  });
  running = timers();
  host.end(() => { running.leave(); awake(false); });
  loading("Loading…");
}
