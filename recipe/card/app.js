// What the card and the list share: elements, words, and who is shown.
var app = document.getElementById("app");
var host, view = null; // the view has a method leave

// el makes an element. Attributes that are functions listen; text is never markup.
function el(tag, attributes) {
  var e = document.createElement(tag);
  Object.keys(attributes || {}).forEach(function (name) {
    var v = attributes[name];
    if (typeof v === "function") e.addEventListener(name, v);
    else if (v === true) e.setAttribute(name, "");
    else if (v !== false && v !== null && v !== undefined) e.setAttribute(name, v);
  });
  for (var i = 2; i < arguments.length; i++) add(e, arguments[i]);
  return e;
}
function add(e, child) {
  if (Array.isArray(child)) child.forEach(function (c) { add(e, c); });
  else if (child !== null && child !== undefined && child !== false) e.append(child);
  return e;
}
function button(text, click, attributes) {
  return el("button", Object.assign({ type: "button", click: click }, attributes), text);
}

// put shows elements in place of all there is.
function put() {
  if (view) view.leave();
  view = null;
  app.replaceChildren();
  add(app, Array.from(arguments));
  host.resize();
}

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
var levels = ["", "very easy", "easy", "medium", "hard", "very hard"];

// facts is the line of times and difficulty.
function facts(r) {
  var list = [], t = total(r);
  if (typeof r.prep_time_minutes === "number" && typeof r.cook_time_minutes === "number") {
    list.push(["Prep", minutes(r.prep_time_minutes)], ["Cook", minutes(r.cook_time_minutes)]);
  }
  if (t !== null) list.push(["Total", minutes(t)]);
  if (levels[r.difficulty]) list.push(["Difficulty", levels[r.difficulty]]);
  return list;
}

// message is all there is when there is nothing else.
function message(text, again) {
  put(el("p", { role: "status" }, text), el("p", { class: "row" }, button("Try again", again)));
}

// openRecipe shows a recipe that the list has only a row of.
function openRecipe(id, back) {
  put(el("p", { role: "status" }, "Opening the recipe…"));
  host.call("get_recipe", { recipe_id: id }).then(function (r) {
    if (r.error || !r.data || !r.data.title) throw new Error(r.text || "The recipe did not come.");
    card(r.data, back);
  }).catch(function (e) {
    message(e.message, function () { openRecipe(id, back); });
    if (back) app.lastChild.append(button("All recipes", back));
  });
}

function start() {
  host = widget({
    name: "recipes", version: "1",
    accepts: function (data) { return Array.isArray(data.recipes) || typeof data.title === "string" && typeof data.id === "string"; },
    recover: function (hint) {
      var id = hint.input.recipe_id || hint.state.recipe_id || hint.data.id;
      if (id) return ["get_recipe", { recipe_id: id }];
      if (hint.input.title) return ["list_recipes", { query: hint.input.title }];
      return hint.tool === "list_recipes" || !hint.tool ? ["list_recipes", hint.input] : null;
    },
    show: function (data) {
      if (Array.isArray(data.recipes)) list(data, {});
      else card(data, null);
    },
    fail: function (text) { message(text, function () { host.retry(); }); }
  });
}
