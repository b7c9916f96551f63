// scale returns an ingredient for factor times the recipe, as package kitchen does, whose
// units and patterns are in TABLES. Numbers are exact: pairs of BigInt in lowest terms.
var exact = {
  of: (n, d) => {
    var a = n, b = d;
    while (b) { var t = a % b; a = b; b = t; }
    if (a < 0n) a = -a;
    return [n / a, d / a];
  },
  read: (text) => {
    var p = text.split("/"), d = p[0].split("."), part = d[1] || "";
    return exact.of(BigInt(d[0] + part), 10n ** BigInt(part.length) * BigInt(p[1] || 1));
  },
  // quantity reads a number of a recipe; null: it is none.
  quantity: (v) => {
    if (typeof v === "number") return v >= 1e-6 && v <= 1e9 ? exact.read(String(v)) : null;
    var n = typeof v === "string" && scale.number(v.trim());
    return n && !n.rest.trim() ? n.r : null;
  }
};
var scale = (() => {
  var of = exact.of, read = exact.read, one = [1n, 1n], none = [0n, 1n], patterns = {};
  var times = (a, b) => of(a[0] * b[0], a[1] * b[1]);
  var over = (a, b) => of(a[0] * b[1], a[1] * b[0]);
  var plus = (a, b) => of(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
  var minus = (a, b) => plus(a, [-b[0], b[1]]);
  var less = (a, b) => a[0] * b[1] < b[0] * a[1];
  var same = (a, b) => a[0] === b[0] && a[1] === b[1];
  var int = (n) => [BigInt(n), 1n];
  var distance = (a, b) => less(a, b) ? minus(b, a) : minus(a, b);
  function below(r, step) { var n = over(r, step); return times([n[0] / n[1], 1n], step); }
  var nearest = (r, step) => below(plus(r, times(step, [1n, 2n])), step);
  var within = (a, b, thousandths) => !less(times(b, [BigInt(thousandths), 1000n]), distance(a, b));
  var pattern = (name) => patterns[name] = patterns[name] || new RegExp(TABLES.patterns[name][0], TABLES.patterns[name][1]);

  // unsnipped is the third or sixth that a decimal was cut from: 1/3 for 0.33.
  var unsnipped = (r) => {
    var d = r[1], digits = 0;
    while (d > 1n && (d % 2n === 0n || d % 5n === 0n)) {
      digits++;
      d /= d % 10n === 0n ? 10n : d % 5n === 0n ? 5n : 2n;
    }
    if (d > 1n || digits < 2) return r;
    var sixth = nearest(r, [1n, 6n]);
    return sixth[0] && less(distance(r, sixth), [1n, 10n ** BigInt(digits)]) ? sixth : r;
  };
  var decimal = (r, digits) => {
    while (!within(nearest(r, [1n, 10n ** BigInt(digits)]), r, 20)) digits++;
    var t = ((r[0] * 10n ** BigInt(digits) * 2n + r[1]) / (2n * r[1])).toString().padStart(digits + 1, "0");
    return (t.slice(0, -digits) + "." + t.slice(-digits)).replace(/\.?0+$/, "");
  };
  var fraction = (r) => {
    if (r[1] === 1n) return String(r[0]);
    if (r[1] > 8n) return decimal(r, 2);
    return (r[0] > r[1] ? r[0] / r[1] + " " : "") + r[0] % r[1] + "/" + r[1];
  };

  // Numbers and amounts at the start of text.
  var fractionOf = (s) => {
    s = s.normalize("NFKC").replace("⁄", "/");
    return Number(s.split("/")[1]) ? read(s) : null;
  };
  var number = (s) => {
    var m = pattern("number").exec(s);
    if (!m) return null;
    var rest = s.slice(m[0].length), r;
    if (/^([%/\d]|[.,]\d)/.test(rest)) return null;
    if (m[1]) {
      r = fractionOf(m[2] || m[3]);
      if (!r || !less(r, one)) return null;
      r = plus(read(m[1]), r);
    } else if (m[4]) {
      r = fractionOf(m[4]);
    } else {
      var p = m[5].replace(",", ".").split(".");
      if (p[1] && p[1].length === 3 && p[0] !== "0" || /^0./.test(p[0])) return null;
      r = read(p.join("."));
    }
    return r && r[0] > 0n ? { r: r, rest: rest } : null;
  };
  var amount = (s) => {
    var from = number(s);
    if (!from) return null;
    var sign = pattern("range").exec(from.rest), to = sign && number(from.rest.slice(sign[0].length));
    if (!to) return { from: from.r, to: null, rest: from.rest };
    return less(from.r, to.r) ? { from: from.r, to: to.r, sign: sign[0], rest: to.rest } : null;
  };

  // Units: the rows of the table, and the ways to write them.
  var spellings = null;
  var known = (form) => {
    if (!spellings) {
      spellings = new Map();
      TABLES.units.split("!").forEach((row) => {
        var f = row.split(";"), forms = f[0].split(",").concat(f[1] || [], f[2] ? f[2] + "|" : []);
        var unit = { name: f[1] || forms[0].split("|")[0], long: f[2], dimension: +f[3] || 0, metric: !!f[4], size: f[5] && read(f[5]), ladder: f[6], holds: !!f[7] };
        forms.forEach((form) => {
          var p = form.split("|"), s = { unit: unit, singular: p[0], plural: p[1] === "" ? p[0] + "s" : p[1] || p[0], letter: Array.from(p[0]).length === 1 };
          spellings.set(s.singular, s).set(s.plural, s);
        });
      });
      Array.from(spellings.keys()).sort().forEach((form) => {
        var lower = form.toLowerCase();
        if (!spellings.has(lower)) spellings.set(lower, spellings.get(form));
      });
    }
    return spellings.get(form);
  };
  var capital = (word) => word.charAt(0).toUpperCase() + word.slice(1);
  var spelling = (written) => {
    var plain = written.replace(/\./g, " ").trim().replace(/\s+/g, " "), lower = plain.toLowerCase();
    var s = known(plain) || known(lower);
    if (!s) return null;
    s = { written: written, ...s };
    if (/^\p{Lu}/u.test(plain) && !s.letter) { s.singular = capital(s.singular); s.plural = capital(s.plural); }
    var singular = s.singular.toLowerCase() === lower, plural = s.plural.toLowerCase() === lower;
    if (singular) s.singular = written;
    if (plural) s.plural = written;
    return s;
  };
  var unitOf = (written) => {
    return spelling(written.trim()) || { unit: { name: written.trim(), dimension: 0 }, singular: written, plural: written };
  };
  var leadingUnit = (s) => {
    var word = /[\p{L}.’']+/uy, ends = [], i = 0;
    while (ends.length < 4) {
      word.lastIndex = i;
      if (!word.test(s)) break;
      i = word.lastIndex;
      ends.push(i);
      if (s[i++] !== " ") break;
    }
    while (ends.length) {
      var end = ends.pop(), u = spelling(s.slice(0, end));
      if (!u || u.letter && u.singular !== "g" && u.singular !== "l") continue;
      var after = s.slice(end), stop = s[end - 1] === "." && (!after || /^ ?\p{Lu}/u.test(after));
      return Object.assign(u, { rest: s.slice(end - (stop ? 1 : 0)) });
    }
    return null;
  };
  var named = (u, n) => less(one, n) ? u.plural : u.singular;
  var like = (u, name) => {
    if (u.unit.name === name) return u;
    var other = known(name);
    return u.unit.long && other.unit.long && Array.from(u.singular).length > 4 ? known(other.unit.long) : other;
  };

  // Amounts that a cook can measure: a text, and what it says in the unit that was given.
  var parts = (text) => text.split(" ").map(read);
  var eighths = parts("0 1/8 1/4 1/3 1/2 2/3 3/4 1"), quarters = parts("0 1/4 1/3 1/2 2/3 3/4 1"), halves = parts("0 1/2 1"), wholes = parts("0 1");
  var quarter = quarters[1], spoon = int(3), cup = int(48);
  var closest = (q, parts) => {
    var whole = below(q, one), part = minus(q, whole), best = parts[0];
    parts.forEach((p) => { if (!less(distance(best, part), distance(p, part))) best = p; });
    return plus(whole, best);
  };
  var max = (a, b) => less(a, b) ? b : a;
  var shown = (text, worth, u) => ({ text: text, worth: worth, unit: u, size: one });
  var inUnit = (n, u) => shown((fraction(n) + " " + named(u, n)).trim(), n, u);
  var inDecimals = (n, digits, u) => shown((decimal(n, digits) + " " + named(u, n)).trim(), n, u);
  // near and fine show too little to be measured by eye in decimals.
  var near = (n, q, u) => within(n, q, 50) ? inUnit(n, u) : inDecimals(fine(n, q), 2, u);
  var fine = (n, q) => {
    for (var step = [1n, 10n]; !within(n, q, 50); step = over(step, int(10))) n = nearest(q, step);
    return n;
  };
  var by = (s, n) => ({ ...s, worth: times(s.worth, n), size: times(s.size, n) });
  var sum = (a, b) => {
    if (!a.worth[0]) return b;
    return b.worth[0] ? { ...a, text: a.text + " + " + b.text, worth: plus(a.worth, b.worth) } : a;
  };
  var show = (q, u, whole) => {
    if (u.unit.ladder === "tsp" || u.unit.ladder === "TL") return showSpoons(q, u);
    if (u.unit.ladder === "lb") return showPounds(q, u);
    if (u.unit.metric) return showMetric(q, u);
    if (u.unit.dimension === 2) return near(closest(q, quarters), q, u);
    return showCounted(q, u, whole);
  };
  var showCounted = (q, u, whole) => {
    if (whole || !less(q, int(4))) return inUnit(max(closest(q, wholes), one), u);
    if (!less(q, one)) return inUnit(closest(q, halves), u);
    return inUnit(max(closest(q, quarters), quarter), u);
  };
  var showPounds = (q, u) => {
    var sixteen = int(16), n = closest(q, quarters);
    if (u.unit.name === "oz") {
      if (!less(q, sixteen) && over(q, int(8))[1] === 1n) return by(showPounds(over(q, sixteen), like(u, "lb")), sixteen);
      return near(n, q, u);
    }
    if (!less(q, quarter) && within(n, q, 30)) return inUnit(n, u);
    var whole = below(q, one), ounces = times(minus(q, whole), sixteen);
    var oz = like(u, "oz");
    return sum(inUnit(whole, u), by(whole[0] ? inUnit(closest(ounces, wholes), oz) : near(closest(ounces, quarters), ounces, oz), [1n, 16n]));
  };
  var step = (n, jug) => {
    if (less(n, one)) return [1n, 20n];
    if (less(n, int(10))) return [1n, 10n];
    if (!less(n, int(1000))) return int(jug ? 50 : 10);
    return jug && !less(n, int(100)) ? int(5) : one;
  };
  var showMetric = (q, u) => {
    var ladder = u.unit.ladder, size = u.unit.size;
    if (ladder !== "g" && ladder !== "ml") {
      return inDecimals(fine(nearest(q, step(q, false)), q), 2, u);
    }
    var small = like(u, ladder), large = like(u, ladder === "g" ? "kg" : "l");
    if ((u.unit.name === "dl" || u.unit.name === "cl") && same(closest(q, halves), q) && less(q, int(10))) return inDecimals(q, 1, u);
    var base = times(q, size);
    if (base[1] > 1n || less(base, one) || !less(base, int(1000))) base = fine(nearest(base, step(base, ladder === "ml")), base);
    if (!less(base, int(1000))) return by(inDecimals(over(base, int(1000)), 2, large), over(int(1000), size));
    return by(inDecimals(base, 2, small), over(one, size));
  };
  var teaspoons = { tbsp: 3, EL: 3, cup: 48, pint: 96, quart: 192, gallon: 768 };
  var showSpoons = (q, u) => {
    var size = int(teaspoons[u.unit.name] || 1), tsp = times(q, size), cups = over(tsp, cup), n, s;
    var metric = u.unit.ladder === "TL", large = like(u, metric ? "EL" : "tbsp"), small = like(u, metric ? "TL" : "tsp");
    if (less(tsp, spoon)) {
      s = less(tsp, [1n, 12n]) ? shown("a pinch", [1n, 16n], small) : inUnit(closest(tsp, eighths), small);
    } else if (!metric && less(cup, size) && !less(q, [1n, 2n])) {
      s = by(inUnit(closest(q, quarters), u), size);
    } else if (!metric && !less(cups, quarter) && (!less(size, cup) || !less(cups, one) || within(closest(cups, quarters), cups, 5))) {
      u = like(u, "cup");
      n = closest(cups, quarters);
      if (within(n, cups, 30)) {
        s = by(inUnit(n, u), cup);
      } else {
        var spoons = nearest(over(tsp, spoon), one), most = below(over(spoons, int(16)), quarter);
        s = sum(by(inUnit(most, u), cup), by(inUnit(minus(spoons, times(most, int(16))), large), spoon));
      }
    }
    if (!s || less(cups, one) && !within(s.worth, tsp, 50) && !less(tsp, spoon)) {
      var tbsp = over(tsp, spoon), whole = below(tbsp, one);
      n = closest(tbsp, halves);
      s = by(inUnit(n, large), spoon);
      [wholes, halves, quarters].forEach((parts) => {
        if (!within(s.worth, tsp, 30)) s = sum(by(inUnit(whole, large), spoon), inUnit(closest(minus(tsp, times(whole, spoon)), parts), small));
      });
    }
    return by(s, over(one, size));
  };

  // measure finds the first weight or volume in text.
  var starts = (text, i) => {
    var before = Array.from(text.slice(Math.max(0, i - 4), i));
    if (!/^[\p{Nd}\p{No}]/u.test(text.slice(i, i + 2))) return false;
    var last = before.pop() || " ";
    return last === "/" ? /\p{L}/u.test(before.pop() || "") : !/[\p{L}\p{N}.-]/u.test(last);
  };
  var measure = (text) => {
    for (var i = 0; i < text.length && text.length <= 10000;) {
      if (!starts(text, i)) { i += String.fromCodePoint(text.codePointAt(i)).length; continue; }
      var rest = text.slice(i), a = amount(rest);
      if (!a) { i += /^[\p{N}.,/\-–⁄]*/u.exec(rest)[0].length; continue; }
      var u = leadingUnit(a.rest.replace(/^-/, "").replace(/^[ \u00a0]+/, ""));
      if (u && u.unit.size && !/^[\p{L}\p{N}]/u.test(u.rest)) return text.slice(i, text.length - u.rest.length);
      i = text.length - a.rest.length;
    }
    return "";
  };
  // remarkNote says that an amount beside the one that was scaled is out of date.
  var remark = (line, exactly, name, notes, u) => {
    var aside = name.match(pattern("brackets")) || [], bare = name.replace(pattern("brackets"), " "), i = bare.search(/[,;]/);
    aside = aside.map((b) => { return b.slice(1, -1).trim(); });
    if (bare.slice(0, Math.max(i, 0)).trim()) aside.push(bare.slice(i + 1).trim());
    var text = aside.filter(Boolean).join(", ") + " " + notes, found = measure(text), all = exactly ? [exactly] : [];
    if (found && !u.unit.holds && (u.unit.dimension !== 0 || name[0] !== "(") && !pattern("apiece").test(text)) all.push("the " + found + " beside it is not scaled");
    line.remark = all.join("; ");
    return line;
  };

  var isWhole = (name, u) => {
    if (u.unit.dimension !== 0) return false;
    return /^(clove|sprig|leaf|sheet|slice)$/.test(u.unit.name) || pattern("whole").test(name) && !pattern("notWhole").test(name);
  };
  var exactly = (s, q) => {
    q = over(q, s.size);
    return ("exactly " + (s.unit.unit.metric ? decimal(q, less(s.unit.unit.size, int(1000)) ? 2 : 3) : fraction(q)) + " " + named(s.unit, q)).trim();
  };
  // isSize reports whether it says how large one thing is: a 3 pound chicken.
  var isSize = (u, n) => {
    return u.unit.dimension === 1 && less(one, n) && u.singular !== u.plural && u.written.toLowerCase() === u.singular.toLowerCase();
  };
  var scaleName = (line, name, factor) => {
    var s = name.trim(), a = name.length <= 500 && amount(s);
    if (!a || same(factor, one)) return line;
    var rest = a.rest.replace(/^ +/, ""), u = leadingUnit(rest);
    if (u && u.rest[0] === " ") {
      rest = u.rest.trim().replace(pattern("linking"), "");
    } else if (u || a.rest[0] !== " ") {
      return line;
    } else {
      u = unitOf("");
    }
    if (!pattern("startsName").test(rest) || pattern("goesOn").test(rest) || u.unit.dimension === 3) return line;
    var next = leadingUnit(rest);
    if (next && next.unit.holds && u.unit.size || isSize(u, a.to || a.from)) return line;
    line.name = rest;
    line.mark = "scaled";
    var whole = isWhole(rest, u), q = times(a.from, factor), last, rounded = "";
    function note(s, q) { if (!within(s.worth, q, 5)) line.mark = "rounded"; return s; }
    if (!a.to) {
      last = note(show(q, u, whole), q);
      line.shown = last.text;
      if (line.mark === "rounded") rounded = exactly(last, q);
    } else {
      line.shown = [a.from, a.to].map((r) => {
        var q = times(r, factor), s = note(plain(q, u, whole), q);
        last = s.worth;
        return s.text;
      }).join(a.sign) + " " + named(u, last);
      line.shown = line.shown.trim();
    }
    return remark(line, rounded, rest, "", u);
  };
  // plain is one end of a range.
  var plain = (q, u, whole) => {
    var bare = { unit: {}, singular: "", plural: "" };
    if (u.unit.metric) {
      var n = q[1] === 1n ? q : nearest(q, step(q, u.unit.dimension === 2 && same(u.unit.size, one)));
      return inDecimals(fine(n, q), 2, bare);
    }
    if (u.unit.dimension === 0) return showCounted(q, bare, whole);
    return near(closest(q, u.unit.ladder === "tsp" || u.unit.ladder === "TL" ? eighths : quarters), q, bare);
  };

  var scale = (i, factor) => {
    var q = exact.quantity(i.quantity), name = String(i.name || ""), unit = typeof i["unit"] === "string" ? i["unit"] : ""; // as it was sent: names of our own are made shorter
    var line = { shown: "", name: name, mark: "as is", remark: "" };
    if (!q) return unit.trim() ? line : scaleName(line, name, factor);
    var u = unitOf(unit), read = u.unit.metric ? q : unsnipped(q);
    if (same(factor, one) || u.unit.dimension === 3) {
      line.shown = ((u.unit.metric ? decimal(q, 3) : fraction(read)) + " " + unit.trim()).trim();
      return line;
    }
    q = times(read, factor);
    var s = show(q, u, isWhole(name, u)), rounded = !within(s.worth, q, 5);
    line.shown = s.text;
    line.mark = rounded ? "rounded" : "scaled";
    return remark(line, rounded ? exactly(s, q) : "", name, String(i.notes || ""), u);
  };
  scale.number = number;
  return scale;
})();
