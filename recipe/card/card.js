// The card of one recipe. back, if not null, returns to the list.
function card(recipe, back) {
  var mine = kept(recipe.id);
  var ingredients = rows(recipe.ingredients), steps = rows(recipe.steps);
  var base = recipe.servings > 0 ? Math.ceil(recipe.servings) : 0;
  var most = Math.max(200, base), servings = mine.servings > 0 ? Math.min(Math.ceil(mine.servings), most) : base || 1;
  var step = Math.min(mine.step > 0 ? Math.floor(mine.step) : 0, Math.max(0, steps.length - 1));
  var ticked = new Set(Array.isArray(mine.ticked) ? mine.ticked : []);

  function remember() { keepRecipe({ id: recipe.id, title: recipe.title, servings: servings, step: step, ticked: Array.from(ticked) }); }

  // Servings, or batches where the recipe doesn't say for how many it is.
  function many(n) { return base ? plural(n, "serving", "servings") : plural(n, "batch", "batches"); }
  var amount = el("output", { class: "amount", "aria-live": "polite" });
  var less = button("−", () => { change(servings - 1); }, { "aria-label": base ? "Fewer servings" : "Fewer batches", class: "round" });
  var more = button("+", () => { change(servings + 1); }, { "aria-label": base ? "More servings" : "More batches", class: "round" });
  var reset = el("p", { class: "note quiet" }, "Scaled from " + many(base || 1) + ". Times, temperatures and pan sizes are not. ",
    button("Reset", () => { change(base || 1); more.focus(); }, { class: "plain" }));
  function change(to) {
    servings = Math.min(Math.max(1, to), most);
    drawIngredients();
    remember();
  }

  var items = el("ul", { class: "ingredients" });
  function drawIngredients() {
    amount.textContent = many(servings);
    if (servings <= 1 && document.activeElement === less) more.focus();
    less.disabled = servings <= 1;
    more.disabled = servings >= most;
    reset.hidden = servings === (base || 1);
    items.replaceChildren.apply(items, ingredients.map((i, at) => {
      var line = scale(i, exact.of(BigInt(servings), BigInt(base || 1)));
      var box = el("input", { type: "checkbox", change: () => {
        if (box.checked) ticked.add(at); else ticked.delete(at);
        remember();
      } });
      box.checked = ticked.has(at);
      return el("li", {}, el("label", {}, box, el("span", {},
        line.shown && el("strong", { dir: "auto" }, line.shown), line.shown && " ", el("span", { dir: "auto" }, line.name),
        i.notes && el("span", { class: "quiet", dir: "auto" }, ", " + i.notes),
        line.remark && el("span", { class: "remark", dir: "auto" }, line.remark))));
    }));
    host.resize();
  }

  // One step at a time, or all of them.
  var cooking = el("section", { "aria-label": "Steps" });
  var whole = false;
  function chips(s, at) {
    return el("p", { class: "row chips" },
      typeof s.temperature_value === "number" && el("span", { class: "chip" }, s.temperature_value + " °" + (s.temperature_unit === "Fahrenheit" ? "F" : "C")),
      s.duration_minutes > 0 && button("Start " + minutes(s.duration_minutes) + " timer", () => {
        running.start(recipe.id + at, (steps.length > 1 ? "Step " + (at + 1) + ", " : "") + recipe.title, s.duration_minutes * 60);
        awake();
      }, { class: "timer" }));
  }
  function drawSteps(focus) {
    cooking.replaceChildren();
    if (!steps.length) return;
    var toggle = button(whole ? "One at a time" : "Show all", () => { whole = !whole; drawSteps(); cooking.querySelector(".plain").focus(); }, { class: "plain" });
    add(cooking, el("div", { class: "row between head" }, el("h2", {}, "Steps"), steps.length > 1 && toggle));
    if (whole || steps.length === 1) {
      add(cooking, el(whole ? "ol" : "div", { class: whole ? "all" : "panel" }, steps.map((s, at) => {
        return el(whole ? "li" : "div", {}, el("p", { dir: "auto", class: whole ? null : "step" }, s.instruction), chips(s, at));
      })));
    } else {
      var s = steps[step], last = step + 1 === steps.length;
      var text = el("p", { class: String(s.instruction).length > 600 ? "step long" : "step", tabindex: -1, dir: "auto" }, s.instruction);
      var bar = el("i", {});
      bar.style.width = 100 * (step + 1) / steps.length + "%";
      add(cooking, el("div", { class: "panel" },
        el("p", { class: "quiet", "aria-live": "polite" }, "Step " + (step + 1) + " of " + steps.length),
        el("div", { class: "progress", "aria-hidden": "true" }, bar), text, chips(s, step),
        last && el("p", { class: "quiet" }, "That was the last step. Enjoy!")));
      add(cooking, el("p", { class: "pair" }, button("Back", () => { go(step - 1); }, { disabled: step === 0 }),
        last ? button("Start over", () => { go(0); }) : button("Next step", () => { go(step + 1); }, { class: "main" })));
      if (focus) text.focus({ preventScroll: true });
    }
    host.resize();
  }
  function go(to) {
    step = to;
    awake(to + 1 < steps.length);
    drawSteps(true);
    remember();
  }

  var title = el("h1", { tabindex: -1, dir: "auto" }, recipe.title);
  put(
    back && el("p", {}, button("‹ All recipes", back, { class: "plain" })),
    el("header", {}, title, recipe.description && el("p", { class: "quiet", dir: "auto" }, recipe.description),
      el("dl", { class: "facts" }, facts(recipe).map((f) => { return el("div", {}, el("dt", {}, f[0]), el("dd", {}, f[1])); }))),
    el("div", { class: "columns" },
      ingredients.length > 0 && el("section", { "aria-label": "Ingredients" },
        el("div", { class: "row between head" }, el("h2", {}, "Ingredients"),
          el("div", { class: "row servings", role: "group", "aria-label": base ? "Servings" : "Batches" }, less, amount, more)),
        reset, items),
      steps.length > 0 && cooking),
    !ingredients.length && !steps.length && panel("This recipe has no ingredients or steps yet. Ask in the chat to add them.")
  );
  drawIngredients();
  drawSteps();
  if (back) title.focus({ preventScroll: true });
}
