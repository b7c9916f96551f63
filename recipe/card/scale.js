// scale returns an ingredient for factor times the recipe, as package kitchen does.
function scale(i, factor) {
  var q = typeof i.quantity === "number" ? String(Math.round(i.quantity * factor * 100) / 100) : "";
  return { shown: [q, i.unit].filter(Boolean).join(" "), name: i.name, remark: "" };
}
