// What the card and the list share: elements, words, what is kept, and who is shown.
var app = document.getElementById("app");
var host, running, leave = null, saved = {}, drawn = "", lost = false, again = false, everything = false, named = "";
var main = { class: "main" };

// el makes an element: "p.quiet" has a class. Attributes that are functions listen; text is
// never markup.
var el = (tag, attributes, ...children) => {
  var [name, ...classes] = tag.split("."), e = document.createElement(name);
  if (classes[0]) e.className = classes.join(" ");
  Object.entries(attributes || {}).forEach(([name, v]) => {
    if (typeof v === "function") e.addEventListener(name, v);
    else if (v !== false && v != null) e.setAttribute(name, v === true ? "" : v);
  });
  return add(e, children);
};
// add appends. Each text is read in its own direction, whichever way the page is; what has
// no Latin letters is in no language that is known.
var add = (e, child) => {
  if (Array.isArray(child)) child.forEach((c) => { add(e, c); });
  else if (child != null && child !== false) {
    if (typeof child === "string" && /\p{L}/u.test(child) && !e.dir) {
      e.dir = "auto";
      if (!/[a-z]/i.test(child)) e.lang = "";
    }
    e.append(child);
  }
  return e;
};
var button = (text, click, attributes) => {
  return el("button", { type: "button", click: click, ...attributes }, text);
};

// put shows elements in place of all there is but the timers, which run on: first, since
// a frame may be higher than the screen.
var put = (...shown) => {
  if (leave) leave();
  leave = null;
  running.gather();
  app.replaceChildren();
  add(app, [running.said, running.bar, shown]);
  host.resize();
};

// keep remembers where the cook is, as long as the host does.
var keep = (changes) => {
  Object.assign(saved, changes);
  host.state(saved);
};

// kept is where the cook was in a recipe, as long as it is among the last ten.
var kept = (id) => rows(saved.recipes).find((r) => { return r.id === id; }) || {};
var keepRecipe = (r) => {
  keep({ recipe_id: r.id, recipes: [r].concat(rows(saved.recipes).filter((old) => { return old.id !== r.id; })).slice(0, 10) });
};

var rows = (list) => Array.isArray(list) ? list.filter((r) => { return r && typeof r === "object"; }) : [];
// num writes a number in the digits of the person's language.
function num(n) { try { return n.toLocaleString(host.locale()); } catch (e) { return String(n); } }
var plural = (n, one, more) => num(n) + " " + (n === 1 ? one : more);
var minutes = (n) => {
  if (n < 60) return num(n) + " min";
  return num(Math.floor(n / 60)) + " h" + (n % 60 ? " " + num(n % 60) + " min" : "");
};
var known = (n) => typeof n === "number";
var total = (r) => {
  var p = r.prep_time_minutes, c = r.cook_time_minutes;
  if (known(r.total_minutes)) return r.total_minutes;
  return known(p) || known(c) ? (p || 0) + (c || 0) : null;
};
var levels = ["", "Very easy", "Easy", "Medium", "Hard", "Very hard"];

// facts are times and difficulty.
var facts = (r) => {
  var list = [], t = total(r);
  if (known(r.prep_time_minutes) && known(r.cook_time_minutes)) {
    list.push(["Prep", minutes(r.prep_time_minutes)], ["Cook", minutes(r.cook_time_minutes)]);
  }
  if (t !== null) list.push(["Total", minutes(t)]);
  if (levels[r.difficulty]) list.push(["Difficulty", levels[r.difficulty]]);
  return list;
};

// unfold is a button that shows all of the texts that are cut off beside it.
var unfold = () => button("Show all", (e) => {
  e.target.textContent = e.target.parentNode.classList.toggle("whole") ? "Show less" : "Show all";
  host.resize();
}, { class: "plain" });
// note says something where there is nothing else to see, with buttons as a way on.
var note = (kind, title, text, ...buttons) => {
  return el("div.message." + kind, {}, title, el("p", { role: "status" }, text), el("p.row", {}, buttons));
};
// quoted is text of others in a sentence: on one line, and not too long.
var quoted = (text) => "“" + String(text).replace(/[\p{C}\s“”]+/gu, " ").slice(0, 80) + "”";
// tell has the person say something in the chat.
var tell = (text) => {
  var status = app.querySelector("p[role=status]:not(.hidden)");
  host.say(text).then(() => { status.textContent = "Asked in the chat."; }, () => { status.textContent = "The message could not be sent. Write in the chat: " + text; });
};
// problem shows what went wrong with the recipe of a title, if it is known. What is meant
// for models is left out: ids, and how to use tools.
var problem = (title, text, action) => {
  var gone = /No recipe with id /.test(text), what = title ? quoted(title) : "The recipe";
  put(note("panel", el("h1", {}, gone ? what + " is not there any more" : title ? what + " did not open" : "It did not open"),
    gone ? "It may have been deleted." : text.replace(/[^.!?]*([a-z]_[a-z]|[\da-f]{8}-)[^.!?]*[.!?]*/g, "").trim() || "That did not work.",
    gone && host.can("call") ? button("Show all recipes", () => { retry(true); }, main) : action));
};
var retry = (all) => {
  again = true;
  everything = all;
  drawn = "";
  loading("");
  host.retry();
};

// loading shows the bones of what comes: "list", "card", or "" if it isn't known yet.
var loading = (what) => {
  put(el("h1.hidden", {}, "Recipes"), el("p", { role: "status" }, what === "list" ? "Looking for recipes…" : what ? "Opening the recipe…" : "Loading…"),
    el("div", { class: "bones " + what, "aria-hidden": "true" }, Array.from("123456", () => { return el("i"); })));
};

// openRecipe shows a recipe that the list has only a row of.
var openRecipe = (row, back) => {
  loading("card");
  var here = true;
  leave = () => { here = false; };
  host.call("get_recipe", { recipe_id: row.id }).then((r) => {
    if (r.error || !r.data || !r.data.title) throw new Error(r.text);
    if (!here) return;
    card(r.data, back);
    keep({ recipe_id: row.id });
  }).catch((e) => {
    if (here) problem(row.title, e.message, [button("Try again", () => { openRecipe(row, back); }, main), button("All recipes", back)]);
  });
};

// The screen stays on while someone cooks, where the host allows it.
// awake is told whether someone does; a timer that runs is reason enough.
var lock = null, cooks = false;
var awake = (now) => {
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
};
document.addEventListener("visibilitychange", () => { if (!document.hidden) awake(); });

var start = () => {
  host = widget({
    name: "recipes", version: "1",
    accepts: (data) => { return Array.isArray(data.recipes) || typeof data.title === "string" && typeof data.id === "string"; },
    recover: (hint) => {
      var input = hint.input, id = input.recipe_id || hint.state.recipe_id || hint.data.id;
      named = input.title || (rows(hint.state.recipes).find((r) => { return r.id === id; }) || {}).title;
      if (everything) { loading("list"); return ["list_recipes", {}]; }
      if (id) { loading("card"); return ["get_recipe", { recipe_id: id }]; }
      // A recipe of the same title need not be the one that is being saved.
      lost = hint.tool === "create_recipe" || !!input.title;
      if (lost ? !again : hint.tool && hint.tool !== "list_recipes") return null;
      loading("list");
      return ["list_recipes", !lost ? input : input.title ? { query: input.title } : {}];
    },
    show: (data, meta, input) => {
      var text = JSON.stringify(data);
      if (text === drawn) return; // what is new is _meta, of which nothing is shown
      drawn = text;
      saved = { ...host.state() };
      running.restore(saved.timers);
      if (!Array.isArray(data.recipes)) return card(data, null);
      data.recipes = rows(data.recipes);
      var row = data.recipes.find((r) => { return r.id === saved.recipe_id; });
      if (row && host.can("call")) openRecipe(row, () => { keep({ recipe_id: null }); list(data, { id: row.id }, input); });
      else list(data, {}, input);
    },
    fail: (text, refused) => {
      var unsure = lost && !again && !refused;
      problem(named, (unsure ? "There was no answer, so the recipe may or may not be saved. " : "") + text,
        host.can("call") ? button(refused || unsure ? "Show what is saved" : "Try again", () => { retry(everything); }, main)
          : host.can("say") && button("Ask in the chat", () => { tell("Show me " + (named ? "the recipe " + quoted(named) : "that again") + "."); }, main));
    }
  });
  running = timers();
  host.end(() => { running.leave(); awake(false); });
  loading("");
};
