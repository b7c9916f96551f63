// The card of one recipe. back, if not null, returns to the list.
function card(recipe, back) {
  var saved = host.state() || {};
  var mine = saved.recipe_id === recipe.id ? saved : {};
  var ingredients = recipe.ingredients || [], steps = recipe.steps || [];
  var base = recipe.servings > 0 ? recipe.servings : 0;
  var servings = mine.servings > 0 ? mine.servings : base || 1;
  var step = Math.min(mine.step || 0, Math.max(0, steps.length - 1));
  var ticked = new Set(Array.isArray(mine.ticked) ? mine.ticked : []);
  var lock = null, left = false;

  function keep() { host.state({ recipe_id: recipe.id, title: recipe.title, servings: servings, step: step, ticked: Array.from(ticked) }); }
  function factor() { return exact.of(BigInt(servings), BigInt(base || 1)); }

  // Servings, or batches where the recipe doesn't say for how many it is.
  var amount = el("output", { class: "amount", "aria-live": "polite" });
  var less = button("−", function () { change(-1); }, { "aria-label": base ? "Fewer servings" : "Fewer batches", class: "round" });
  var more = button("+", function () { change(1); }, { "aria-label": base ? "More servings" : "More batches", class: "round" });
  var reset = button("Reset", function () { servings = base || 1; drawIngredients(); keep(); more.focus(); }, { class: "plain" });
  function change(by) {
    servings = Math.min(Math.max(1, servings + by), 200);
    drawIngredients();
    keep();
  }

  var items = el("ul", { class: "ingredients" });
  function drawIngredients() {
    amount.textContent = base ? plural(servings, "serving", "servings") : plural(servings, "batch", "batches");
    less.disabled = servings <= 1;
    reset.hidden = servings === (base || 1);
    items.replaceChildren.apply(items, ingredients.map(function (i, at) {
      var line = scale(i, factor());
      var box = el("input", { type: "checkbox", change: function () {
        if (box.checked) ticked.add(at); else ticked.delete(at);
        keep();
      } });
      box.checked = ticked.has(at);
      return el("li", {}, el("label", {}, box, el("span", {},
        line.shown && el("strong", {}, line.shown + " "), line.name,
        i.notes && el("span", { class: "quiet" }, ", " + i.notes),
        line.remark && el("span", { class: "remark" }, line.remark))));
    }));
    host.resize();
  }

  // One step at a time, or all of them.
  var cooking = el("section", { "aria-label": "Steps" });
  var whole = false;
  function heat(s) {
    if (typeof s.temperature_value !== "number") return null;
    return el("span", { class: "chip" }, s.temperature_value + " °" + (s.temperature_unit === "Fahrenheit" ? "F" : "C"));
  }
  function chips(s, at) {
    return el("p", { class: "row chips" }, heat(s), s.duration_minutes > 0 && timerButton(at, s.duration_minutes));
  }
  function drawSteps(focus) {
    cooking.replaceChildren();
    if (!steps.length) return;
    var head = el("div", { class: "row between" }, el("h2", {}, "Steps"),
      steps.length > 1 && button(whole ? "One at a time" : "Show all", function () { whole = !whole; drawSteps(); }));
    if (whole) {
      cooking.append(head, el("ol", { class: "all" }, steps.map(function (s, at) {
        return el("li", {}, el("p", {}, s.instruction), chips(s, at));
      })));
    } else {
      var s = steps[step];
      var text = el("p", { class: "step", tabindex: -1 }, s.instruction);
      add(cooking, [head,
        el("p", { class: "quiet", "aria-live": "polite" }, "Step " + (step + 1) + " of " + steps.length),
        text, chips(s, step),
        steps.length > 1 && el("p", { class: "row pair" },
          button("Back", function () { go(-1); }, { disabled: step === 0 }),
          step + 1 < steps.length ? button("Next step", function () { go(1); }, { class: "main" }) : el("span", { class: "quiet" }, "That was the last step. Enjoy!"))]);
      if (focus) text.focus({ preventScroll: true });
    }
    host.resize();
  }
  function go(by) {
    step += by;
    awake();
    drawSteps(true);
    keep();
  }

  // The screen stays on while someone cooks, where the host allows it.
  function awake() {
    var policy = document.featurePolicy;
    if (lock || left || !navigator.wakeLock || policy && !policy.allowsFeature("screen-wake-lock")) return;
    lock = navigator.wakeLock.request("screen").then(function (l) {
      if (left) l.release();
      return l;
    }, function () { lock = null; });
  }

  var running = timers(function (at) { return steps.length > 1 ? "Step " + (at + 1) : "Timer"; });
  function timerButton(at, length) {
    return button("Start timer: " + minutes(length), function () { awake(); running.start(at, length * 60); });
  }

  put(
    back && el("p", {}, button("‹ All recipes", back, { class: "plain" })),
    el("header", {}, el("h1", {}, recipe.title), recipe.description && el("p", { class: "quiet" }, recipe.description),
      el("dl", { class: "facts" }, facts(recipe).map(function (f) { return el("div", {}, el("dt", {}, f[0]), el("dd", {}, f[1])); }))),
    el("div", { class: "columns" },
      ingredients.length > 0 && el("section", { "aria-label": "Ingredients" },
        el("h2", {}, "Ingredients"),
        el("div", { class: "row servings", role: "group", "aria-label": base ? "Servings" : "Batches" }, less, amount, more, reset), items),
      cooking),
    !ingredients.length && !steps.length && el("p", { class: "quiet" }, "This recipe has no ingredients or steps yet. Ask in the chat to add them."),
    running.bar
  );
  view = { leave: function () { left = true; running.leave(); if (lock) lock.then(function (l) { if (l) l.release(); }); } };
  host.end(view.leave);
  drawIngredients();
  drawSteps();
}
