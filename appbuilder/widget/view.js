// The page of a published app: it shows data in one of three layouts, in the app's colors.
// Names, cells and links were written by strangers: text goes through textContent, a link is
// https, and a color is digits.
(function () {
  "use strict";
  var main = document.getElementById("app"), root = document.documentElement, empty = "Nothing to show yet.";
  var data = null, view = {}, failed = false, host = null, darkness = matchMedia("(prefers-color-scheme: dark)");

  function el(parent, name, cls, text) {
    var e = document.createElement(name);
    if (cls) e.className = cls;
    if (text !== undefined) {
      e.textContent = text;
      e.dir = "auto";
    }
    if (parent) parent.appendChild(e);
    return e;
  }
  function object(v) { return v && typeof v === "object" && !Array.isArray(v) ? v : null; }
  function list(v) { return Array.isArray(v) ? v.filter(object) : []; }
  function text(v) { return v === true ? "Yes" : v === false ? "No" : v === null || v === undefined || typeof v === "object" ? "" : String(v); }

  function link(parent, cls, label, url) {
    var a = el(parent, "a", cls, label);
    a.href = url;
    a.target = "_blank";
    a.rel = "noopener noreferrer";
    a.addEventListener("click", function (event) {
      if (!host || !host.can("open")) return;
      event.preventDefault();
      host.open(url).catch(function () {});
    });
  }
  function https(url) { return typeof url === "string" && /^https:\/\/[^\s"'<>]+$/.test(url); }
  function image(parent, url) {
    if (!https(url) && !/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/=]+$/.test(url || "")) return;
    var i = el(parent, "img", "picture");
    i.alt = "";
    i.loading = "lazy";
    i.addEventListener("error", function () { i.remove(); });
    i.src = url;
  }
  // A day is a day everywhere; a time is the reader's.
  function date(parent, value) {
    var s = text(value), day = /^\d{4}-\d\d-\d\d$/.test(s), d = new Date(day ? s + "T12:00:00" : s);
    if (!s) return;
    var t = el(parent, "time", "", s);
    t.dateTime = s;
    if (isNaN(d)) return;
    try {
      t.textContent = d.toLocaleString(host ? host.locale() : undefined, day ? { dateStyle: "medium" } : { dateStyle: "medium", timeStyle: "short" });
    } catch (e) { /* as it was written */ }
  }
  // Four digits may be a year, so that they aren't grouped.
  function number(value) {
    if (typeof value !== "number") return text(value);
    try { return value.toLocaleString(host ? host.locale() : undefined, { maximumFractionDigits: 10, useGrouping: "min2" }); } catch (e) { return String(value); }
  }

  // In a table lines end between words. A code, a price or a day stays whole, also at a hyphen or
  // a space. What is longer than a column has to be may break anywhere, but not into a column
  // of syllables.
  var longest = 24;
  function short(s) { return s.length <= longest; }
  function fill(e, whole) {
    var s = e.textContent, words = s.split(/(\s+)/), digit = /\p{Nd}/u;
    if (short(s) && (whole || digit.test(s))) {
      e.classList.add("whole");
      return;
    }
    if (whole || s.length > 2 * longest || !words.every(short)) e.classList.add("long");
    if (!digit.test(s)) return;
    e.textContent = "";
    words.forEach(function (word) {
      if (short(word) && digit.test(word)) el(e, "span", "whole").textContent = word;
      else e.append(word);
    });
  }
  function cell(td, kind, value) {
    if (kind === "action") {
      var act = object(value);
      if (act && https(act.url)) link(td, "action", text(act.label), act.url);
      else if (act) el(td, "span", "quiet", text(act.label));
    } else if (kind === "date") date(td, value);
    else if (kind === "badge") { if (text(value)) el(td, "span", "badge", text(value)); }
    else if (kind === "number") el(td, "span", "", number(value));
    else el(td, "span", "", text(value));
    if (td.firstChild) fill(td.firstChild, kind !== "text");
  }
  // A table that needs more room than there is scrolls by itself, with keys too, and shows that
  // there is more.
  function scrolls() {
    var sheet = main.querySelector(".sheet");
    if (!sheet) return;
    var left = Math.abs(sheet.scrollLeft), more = sheet.scrollWidth - sheet.clientWidth, wide = more > 1;
    sheet.parentNode.className = "frame" + (wide ? " wide" : "") + (wide && left < more - 1 ? " after" : "");
    if (wide === sheet.hasAttribute("tabindex")) return;
    [["tabindex", "0"], ["role", "region"], ["aria-label", document.title + ", scrolls sideways"]].forEach(function (a) {
      if (wide) sheet.setAttribute(a[0], a[1]);
      else sheet.removeAttribute(a[0]);
    });
  }
  var room = new ResizeObserver(scrolls);
  function table(d) {
    var sheet = el(el(main, "div", "frame"), "div", "sheet"), t = el(sheet, "table"), columns = list(d.columns);
    sheet.addEventListener("scroll", scrolls, { passive: true });
    room.disconnect();
    room.observe(sheet);
    room.observe(t);
    el(t, "caption", "hidden", document.title);
    var head = el(el(t, "thead"), "tr"), body = el(t, "tbody");
    columns.forEach(function (c) {
      var th = el(head, "th", c.type === "number" ? "number" : "");
      th.scope = "col";
      fill(el(th, "span", "", text(c.header)));
    });
    list(d.rows).forEach(function (row) {
      var tr = el(body, "tr");
      columns.forEach(function (c, i) {
        var td = el(tr, i ? "td" : "th", c.type === "number" ? "number" : "");
        if (!i) td.scope = "row";
        td.setAttribute("data-label", text(c.header));
        cell(td, c.type, Object.hasOwn(row, c.key) ? row[c.key] : null);
        if (!td.textContent) td.classList.add("none");
      });
    });
    return body.rows.length;
  }
  function posts(d) {
    var ul = el(main, "ul", "posts");
    list(d.posts).forEach(function (p) {
      var a = el(el(ul, "li"), "article");
      image(a, p.image);
      var about = el(a, "p", "about quiet");
      if (p.category) el(about, "span", "badge", text(p.category));
      date(about, p.date);
      if (p.author) el(about, "span", "", text(p.author));
      if (!about.firstChild) about.remove();
      el(a, "h2", "", text(p.title));
      if (p.excerpt) el(a, "p", "excerpt", text(p.excerpt));
      var tags = (Array.isArray(p.tags) ? p.tags : []).map(text).filter(Boolean);
      if (tags.length) {
        var ts = el(a, "ul", "tags");
        tags.forEach(function (tag) { el(ts, "li", "", tag); });
      }
    });
    return ul.children.length;
  }
  function cards(d) {
    var ul = el(main, "ul", "cards");
    list(d.items).forEach(function (c) {
      var a = el(el(ul, "li"), "article");
      image(a, c.image);
      var top = el(a, "div", "top");
      el(top, "h2", "", text(c.title));
      if (c.badge) el(top, "span", "badge", text(c.badge));
      if (c.subtitle) el(a, "p", "quiet", text(c.subtitle));
      if (c.description) el(a, "p", "excerpt", text(c.description));
      var foot = el(a, "div", "foot");
      if (c.price) el(foot, "span", "price", text(c.price));
      if (https(c.url)) link(foot, "action", "Open", c.url);
      if (!foot.firstChild) foot.remove();
    });
    return ul.children.length;
  }
  var layouts = { "table": table, "post-list": posts, "card-list": cards };

  // The colors of the version that has answered, for a host that kept an older page.
  function color() {
    var look = root.getAttribute("data-theme"), dark = look ? look === "dark" : darkness.matches;
    var theme = object(dark ? view.dark : view.theme) || {};
    Object.keys(theme).forEach(function (key) {
      if (/^--[a-z-]+$/.test(key) && /^[\d.]+(rem|px|em| [\d.]+% [\d.]+%)$/.test(theme[key])) root.style.setProperty("--t" + key.slice(1), theme[key]);
    });
  }
  function render() {
    main.textContent = "";
    if (typeof view.name === "string") document.title = view.name;
    color();
    el(main, "h1", "", document.title);
    if (!layouts[data.type](data)) {
      main.lastChild.remove();
      el(main, "p", "state quiet", data.type === "table" ? "No rows yet." : "No entries yet.").setAttribute("role", "status");
    }
    el(main, "p", "note quiet", "Sample data");
  }
  function said(content) { return list(content).map(function (c) { return text(c.text); }).filter(Boolean).join("\n"); }
  function accepts(d) { return !!object(d) && Object.prototype.hasOwnProperty.call(layouts, d.type); }
  function show(d, meta) {
    data = d;
    failed = false;
    view = object(object(meta) && meta["app-builder/view"]) || {};
    render();
  }
  // That nothing came leaves what is there; a call that failed takes the place of what an
  // earlier one has shown.
  function fail(message, refused) {
    if (data && !refused) return;
    data = null;
    failed = true;
    state(message || empty, "alert");
  }
  function state(message, role) {
    main.textContent = "";
    el(main, "h1", "", document.title);
    el(main, "p", "state" + (role === "alert" ? " failed" : " quiet"), message).setAttribute("role", role);
  }

  state("Waiting for the data…", "status");
  var island = document.getElementById("island");
  if (island) {
    try {
      var baked = JSON.parse(island.textContent);
      if (accepts(baked.data)) show(baked.data, baked.meta);
    } catch (e) { fail(empty); }
  }
  // Some hosts post the result as it is. The bridge keeps the first that it could show, so that
  // what comes after that is seen to here: a failure, and what ends it.
  addEventListener("message", function (event) {
    var m = event.source === window.parent && object(event.data), bare = m && m.jsonrpc === undefined;
    var r = bare ? m : m && m.method === "ui/notifications/tool-result" && object(m.params), content = r && object(r.structuredContent);
    if (!r) return;
    var wrong = content && object(content.error);
    if (r.isError || wrong) fail(wrong ? text(wrong.message) : said(r.content), true);
    else if (accepts(content) && (bare || failed)) show(content, r._meta);
    else return;
    if (host) host.resize();
  });
  host = widget({
    name: "app-builder", version: "1.0.0", accepts: accepts, show: show, fail: fail,
    recover: function (hint) { return hint.tool ? [hint.tool, { message: text(hint.input.message) || "Show the data." }] : null; }
  });
  host.theme(color);
  darkness.addEventListener("change", color);
  if (data) render(); // dates in the host's language
})();
