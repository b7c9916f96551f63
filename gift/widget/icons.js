// The pictures: strokes in a square of 24, of which each gift has the one of its category.
var SHAPES = {
  star: "m12 3.5 2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.9l-5.3 2.8 1.1-5.9L3.5 9.7l5.9-.8z",
  back: "m15 5-7 7 7 7",
  again: "M20 11a8 8 0 1 0-2.3 6.3M20 4v7h-7",
  out: "M9 5H5v14h14v-4M13 4h7v7M20 4l-9 9",
  check: "M20 6 9 17l-5-5",
  warn: "M12 4 2.5 20h19zM12 10v4M12 17h.01",
  chat: "M4 5h16v11H9l-5 4z",
  bag: "M5 8h14l1 12H4zM8.5 8a3.5 4 0 0 1 7 0",
  gift: "M4 12h16v8H4zM3 8h18v4H3zM12 8v12M12 8C7 8 6 3.5 8.5 3.5S12 8 12 8s1-4.5 3.5-4.5S17 8 12 8",
  hammer: "M5 4h9l4 4h-4v2H5zM8 10h4v10H8z",
  leaf: "M5 19C5 9 11 4 20 4c0 9-5 15-15 15zM4 20 14 10",
  flower: "M12 8a2 2 0 1 0 0 4 2 2 0 0 0 0-4M12 8c-2-5 2-5 0 0M10 10c-5-2-5 2 0 0M14 10c5-2 5 2 0 0M12 12v9M12 18c1-3 3-4 6-4 0 3-3 4-6 4",
  music: "M9 17.5a3 2.5 0 1 1-6 0 3 2.5 0 0 1 6 0V5l11-2v12.5a3 2.5 0 1 1-6 0 3 2.5 0 0 1 6 0",
  book: "M12 6C10 4.5 7 4 3 4v14c4 0 7 .5 9 2 2-1.5 5-2 9-2V4c-4 0-7 .5-9 2v14",
  paint: "M12 3a9 9 0 1 0 0 18c2 0 2-2 1-3s0-3 2-3h3c2 0 3-1.5 3-3a9 9 0 0 0-9-9zM7.5 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M9.5 7.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M14.5 7a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1",
  pen: "M4 20h4L19.5 8.5l-4-4L4 16zM13 7l4 4",
  yarn: "M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M5.5 8c5 0 9 4 10 11M8.5 5c5 1 9 5 10.5 10M4 13c3 0 5 2 6 6.5",
  camera: "M3 8h4l2-3h6l2 3h4v11H3zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7",
  cup: "M4 9h13v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM17 10h2a2 2 0 0 1 0 5h-2M8 3v3M12.5 3v3",
  pot: "M5 10h14v7a3 3 0 0 1-3 3H8a3 3 0 0 1-3-3zM2.5 10h19M9 7c0-1.5 1.5-1.5 1.5-3.5M14 7c0-1.5 1.5-1.5 1.5-3.5",
  glass: "M7 3h10l-1 7a4 4 0 0 1-8 0zM12 14v7M8 21h8M7.5 7h9",
  dice: "M6 4h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2zM8.5 8a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M15.5 8a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M12 11.5a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M8.5 15a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1M15.5 15a.5.5 0 1 0 0 1 .5.5 0 0 0 0-1",
  blocks: "M4 12h8v8H4zM12 12h8v8h-8zM8 4h8v8H8z",
  tent: "M12 5 3 20h18zM12 12l-4 8M12 12l4 8M10.5 3 12 5l1.5-2",
  sport: "M7 6v12M4 9v6M17 6v12M20 9v6M7 12h10",
  bike: "M6 13a4 4 0 1 0 0 8 4 4 0 0 0 0-8M18 13a4 4 0 1 0 0 8 4 4 0 0 0 0-8M6 17l4-7h6l2 7M10 10l3 7 3-7-1-4h3M8.5 7h3",
  paw: "M12 12c-3 0-5 3-5 5.5 0 3 3 2 5 2s5 1 5-2c0-2.5-2-5.5-5-5.5zM5 11v1M9.5 6.5v1M14.5 6.5v1M19 11v1",
  home: "M3 11.5 12 4l9 7.5M6 9.5V20h12V9.5M10 20v-6h4v6",
  flame: "M12 3c3 4 5.5 6.5 5.5 10.5a5.5 5.5 0 0 1-11 0c0-2 1-3.5 2-5 .5 1.5 1.5 2.5 2.5 2.5 0-2.5 0-5 1-8z",
  gem: "M7 4h10l4 6-9 11L3 10zM3 10h18M9 10l3 11 3-11M7 4l2 6 3-6 3 6 2-6",
  shirt: "M8 4 3 7l2 4 2-1v10h10V10l2 1 2-4-5-3c-.5 2-2 3-4 3S8.5 6 8 4z",
  plug: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4",
  ticket: "M3 7h18v3.5a2 2 0 0 0 0 3V17H3v-3.5a2 2 0 0 0 0-3zM14 7v2M14 11v2M14 15v2",
  bags: "M4 8h16v12H4zM9 8V4h6v4M8.5 8v12M15.5 8v12",
  car: "M4 17v-5l2-5h12l2 5v5zM4 12h16M7 17v2M17 17v2M7.5 14.5h.01M16.5 14.5h.01",
  moon: "M20 14A8 8 0 1 1 10 4a6.5 6.5 0 0 0 10 10zM18 3v4M16 5h4",
  heart: "M12 20C5 15 3 12 3 8.5A4.5 4.5 0 0 1 12 7a4.5 4.5 0 0 1 9 1.5C21 12 19 15 12 20z"
};
// What names a category, its picture and its hue; the first that fits counts.
var KINDS = [
  [/wood|^tool|improve|model/, "hammer", 50], [/flower/, "flower", 350], [/garden|plant|nature|\beco|bird/, "leaf", 140],
  [/music|vinyl|audio|instrument/, "music", 290], [/astro|sleep|bedding/, "moon", 265], [/knit|sew|embroid|weav|craft|handmade/, "yarn", 335],
  [/paint|draw|\bart\b|pottery/, "paint", 20], [/photo/, "camera", 220], [/writ|station|journal|office/, "pen", 240],
  [/read|book|history|language|class/, "book", 75], [/coffee|\btea\b/, "cup", 60], [/wine|beer|cocktail|spirits/, "glass", 10],
  [/cook|bak|kitchen|food|spice|chocolate|sweet|cheese|ferment|vegetarian|tableware/, "pot", 40], [/barbecue|candle|scent|spa\b|self-care|skin|fragrance|cozy|medit/, "flame", 30],
  [/\btoys?\b|baby|pretend|play/, "blocks", 200], [/game|puzzle|humor/, "dice", 255], [/camp|hik|climb|adventure|fishing/, "tent", 150],
  [/\bcycl|bik/, "bike", 190], [/fit|run|sport|golf|yoga|swim|dance/, "sport", 175], [/dog|cat\b|cats|pets|horse/, "paw", 55],
  [/car\b|cars|road/, "car", 230], [/travel/, "bags", 210], [/jewel|watch|luxur/, "gem", 310], [/fashion|bags/, "shirt", 320],
  [/electro|smart|comput|video|light|science/, "plug", 225], [/experience|theater|concert|museum|film|ticket|subscription/, "ticket", 0],
  [/keepsake|memor|personal|charity|romance/, "heart", 0], [/home/, "home", 85]
];

function icon(name) {
  var ns = "http://www.w3.org/2000/svg", svg = document.createElementNS(ns, "svg"), path = document.createElementNS(ns, "path");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("class", "icon i-" + name);
  path.setAttribute("d", SHAPES[name]);
  svg.append(path);
  return svg;
}

// tile is the picture of a gift: its own, or that of the first of its categories that has one, or none.
function tile(gift, size) {
  var kind = null;
  texts(gift.categories).some((c) => { var found = KINDS.find((k) => k[0].test(c.toLowerCase())); kind = found || kind; return found; });
  var e = el("span", { class: "tile " + (size || ""), "aria-hidden": "true" }, kind && icon(kind[1]));
  if (kind) e.style.setProperty("--hue", kind[2]);
  else e.classList.add("bare");
  if (/^https:\/\//.test(gift.image_url || "")) {
    var picture = el("img", { src: gift.image_url, alt: "", loading: "lazy", referrerpolicy: "no-referrer", error: () => { picture.remove(); } });
    e.append(picture);
  }
  return e;
}
