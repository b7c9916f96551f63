// The card of one recipe. back, if not null, returns to the list.
var card = (recipe, back) => {
  var mine = kept(recipe.id);
  var ingredients = rows(recipe.ingredients), steps = rows(recipe.steps);
  var base = recipe.servings > 0 ? Math.ceil(recipe.servings) : 0;
  var most = Math.max(200, base), servings = mine.servings > 0 ? Math.min(Math.ceil(mine.servings), most) : base || 1;
  var step = Math.min(mine.step > 0 ? Math.floor(mine.step) : 0, Math.max(0, steps.length - 1));
  var ticked = new Set(Array.isArray(mine.ticked) ? mine.ticked : []);

  function remember() { keepRecipe({ id: recipe.id, title: recipe.title, servings: servings, step: step, ticked: Array.from(ticked) }); }

  // Servings, or batches where the recipe doesn't say for how many it is.
  var unit = base ? "servings" : "batches", many = (n) => plural(n, base ? "serving" : "batch", unit);
  var amount = el("output.amount", { "aria-live": "polite" });
  var less = button("−", () => { change(servings - 1); }, { "aria-label": "Fewer " + unit, class: "round" });
  var more = button("+", () => { change(servings + 1); }, { "aria-label": "More " + unit, class: "round" });
  var reset = el("p.note.quiet", {}, el("span", {}, "Scaled from " + many(base || 1) + ". Times, temperatures and pan sizes are not."),
    button("Reset", () => { change(base || 1); more.focus(); }, { class: "plain" }));
  var change = (to) => {
    servings = Math.min(Math.max(1, to), most);
    drawIngredients();
    drawSteps();
    remember();
  };

  var items = el("ul.ingredients"), lines = [];
  var drawIngredients = () => {
    amount.textContent = many(servings);
    if (servings <= 1 && document.activeElement === less) more.focus();
    less.disabled = servings <= 1;
    more.disabled = servings >= most;
    reset.hidden = servings === (base || 1);
    lines = ingredients.map((i) => { return scale(i, exact.of(BigInt(servings), BigInt(base || 1))); });
    items.replaceChildren(...ingredients.map((i, at) => {
      var line = lines[at];
      var box = el("input", { type: "checkbox", change: () => {
        if (box.checked) ticked.add(at); else ticked.delete(at);
        remember();
      } });
      box.checked = ticked.has(at);
      return el("li", {}, el("label", {}, box, el("span", {},
        line.shown && el("strong", {}, line.shown), line.shown && " ", el("span", {}, line.name),
        i.notes && el("span.quiet", {}, ", " + i.notes),
        line.remark && el("span.remark", {}, line.remark))));
    }));
    host.resize();
  };

  // A step uses what it names: by the last word of an ingredient's name, or by all its words
  // where another name has the last one too. What isn't sure is left out.
  var words = (text) => String(text).toLowerCase().split(/[^\p{L}]+/u).filter(Boolean).map((w) => { return w.replace(/(ies|es|en|[esny])$/, ""); });
  var short = (name) => name.split(/[,;(]| for | in | to /)[0].trim();
  var heads = ingredients.map((i) => { return words(short(String(i.name || ""))); });
  var uses = steps.map((s) => {
    var said = new Set(words(s.instruction));
    var all = (w) => w.every((v) => { return said.has(v); });
    return ingredients.map((i, at) => { return at; }).filter((at) => {
      var w = heads[at], last = w[w.length - 1], like = heads.filter((o, j) => { return j !== at && o.includes(last); });
      return said.has(last) && (!like[0] || all(w) && !like.some((o) => { return o.length > w.length && all(o); }));
    });
  });
  var used = (at) => {
    return el("ul.uses", {}, uses[at].filter((i) => { return lines[i].shown; }).map((i) => {
      return el("li", {}, el("strong", {}, lines[i].shown), " " + short(lines[i].name),
        uses.filter((u) => { return u.includes(i); }).length > 1 && el("span.quiet", {}, " in all"));
    }));
  };

  // One step at a time, or all of them.
  var cooking = el("section", { "aria-label": "Steps" });
  var begin = button("", () => {
    whole = false;
    awake(true);
    drawSteps(true);
    cooking.scrollIntoView();
  }, { class: "main begin" });
  var whole = false;
  // view is a step with what it takes. A ghost only takes the place that the step would.
  var view = (at, ghost) => {
    var s = steps[at], text = String(s.instruction || ""), key = recipe.id + at, place = el("div.slot");
    function fill() {
      var start = button("Start " + minutes(s.duration_minutes) + " timer", () => {
        running.start(key, text.length > 80 ? text.slice(0, 79) + "…" : text, recipe.title, s.duration_minutes * 60);
        fill().focus();
        awake();
      }, { class: "timer" });
      var more = running.into(place, key, fill);
      if (!more) place.replaceChildren(start);
      return more || start;
    }
    if (!ghost && s.duration_minutes > 0) fill();
    return [
      el(text.length > 600 ? "p.step.long" : "p.step", { tabindex: ghost || whole ? null : -1 }, text),
      known(s.temperature_value) && el("p.at", {}, "At " + s.temperature_value + " °" + (s.temperature_unit === "Fahrenheit" ? "F" : "C")),
      used(at),
      s.duration_minutes > 0 && place,
      !whole && steps.length > 1 && at + 1 === steps.length && el("p.quiet", {}, "This is the last step. Enjoy!")
    ];
  };
  var drawSteps = (focus) => {
    running.gather();
    cooking.replaceChildren();
    begin.textContent = step ? "Go on with step " + (step + 1) : "Start cooking";
    if (!steps.length) return;
    var toggle = button(whole ? "One at a time" : "Show all", () => { whole = !whole; drawSteps(); cooking.querySelector(".plain").focus(); }, { class: "plain" });
    add(cooking, el("div.row.between.head", {}, el("h2", {}, "Steps"), steps.length > 1 && toggle));
    if (whole) {
      add(cooking, el("ol.all", {}, steps.map((s, at) => {
        return el(at < step ? "li.done" : "li", { "aria-current": at === step && "step" }, el("div", {}, at < step && el("span.hidden", {}, "Done: "), view(at)));
      })));
    } else {
      var last = step + 1 === steps.length, bar = el("i");
      bar.style.width = 100 * (step + 1) / steps.length + "%";
      // The panel is as high as the highest step wants it, so that the buttons stay in place.
      add(cooking, el("div.panel", {},
        steps.length > 1 && [el("p.quiet", { "aria-live": "polite" }, "Step " + (step + 1) + " of " + steps.length), el("div.progress", { "aria-hidden": "true" }, bar)],
        el("div.stack", {}, el("div", {}, view(step)), steps.map((s, at) => {
          return at !== step && at < 50 && String(s.instruction).length <= 600 && el("div.ghost", { "aria-hidden": "true" }, view(at, true));
        }))));
      if (steps.length > 1) add(cooking, el("p.pair", {}, button("Back", () => { go(step - 1); }, { disabled: !step }),
        last ? button("Start over", () => { go(0); }) : button("Next step", () => { go(step + 1); }, main)));
      if (focus) cooking.querySelector(".step").focus({ preventScroll: true });
    }
    add(cooking, running.bar);
    host.resize();
  };
  var go = (to) => {
    step = to;
    awake(to + 1 < steps.length);
    drawSteps(true);
    remember();
  };

  var cut = String(recipe.title + recipe.description).length > 300 ? ".clamped" : "";
  var title = el("h1" + cut, { tabindex: -1 }, recipe.title);
  put(
    back && el("p", {}, button("‹ All recipes", back, { class: "plain" })),
    el("header", {}, title, recipe.description && el("p.quiet" + cut, {}, recipe.description), cut && unfold(),
      el("dl.facts", {}, facts(recipe).map((f) => { return el("div", {}, el("dt", {}, f[0]), el("dd", {}, f[1])); })), steps.length > 0 && begin),
    el("div.columns", {},
      ingredients.length > 0 && el("section", { "aria-label": "Ingredients" },
        el("div.row.between.head", {}, el("h2", {}, "Ingredients"),
          el("div.row.servings", { role: "group", "aria-label": unit }, less, amount, more)),
        reset, items),
      steps.length > 0 && cooking),
    !ingredients.length && !steps.length && note("panel", null, "This recipe has no ingredients or steps yet. Ask in the chat to add them.")
  );
  drawIngredients();
  drawSteps();
  if (back) title.focus({ preventScroll: true });
};
