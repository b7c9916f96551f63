// The script of the editor's pages. They work without it; it streams the work on a message,
// sends forms without leaving the page and swaps what has changed (elements with data-swap),
// and passes the draft on to the frame. Text goes through textContent or is parsed by the
// server's own page, never made into markup here.
(function () {
  "use strict";
  var root = document.documentElement;
  root.classList.add("js");

  function id(name) { return document.getElementById(name); }
  function all(query, within) { return Array.prototype.slice.call((within || document).querySelectorAll(query)); }
  function el(name, cls, text) {
    var e = document.createElement(name);
    if (cls) e.className = cls;
    if (text !== undefined) e.textContent = text;
    return e;
  }
  function button(cls, text, act) {
    var b = el("button", cls, text);
    b.type = "button";
    b.addEventListener("click", act);
    return b;
  }
  var speaking = 0;
  function say(text) {
    var live = id("live");
    if (!live) return;
    live.textContent = "";
    clearTimeout(speaking);
    speaking = setTimeout(function () { live.textContent = text; }, 50);
  }

  // The reader's own way to write days.
  function dates(within) {
    all("time[datetime]", within).forEach(function (t) {
      var d = new Date(t.dateTime);
      if (!isNaN(d)) t.textContent = d.toLocaleDateString(undefined, { dateStyle: "medium" });
    });
  }

  // A number of seconds in words, as the server has it.
  function span(seconds) {
    var unit = [["second", 1, 90], ["minute", 60, 90], ["hour", 3600, 36], ["day", 86400, Infinity]].filter(function (u) { return Math.ceil(seconds / u[1]) <= u[2]; })[0];
    var n = Math.ceil(seconds / unit[1]);
    return n + " " + unit[0] + (n === 1 ? "" : "s");
  }

  // Seconds that run down; then() runs at their end.
  function count(p, seconds, then) {
    var end = Date.now() + seconds * 1000;
    (function tick() {
      var left = Math.ceil((end - Date.now()) / 1000);
      if (!p.isConnected && left < seconds) return;
      p.textContent = left > 0 ? "You can try again in " + span(left) + "." : "You can try again now.";
      if (left > 0) setTimeout(tick, 1000);
      else if (then) then();
    })();
  }
  function countdowns(within) {
    all("[data-wait]", within).forEach(function (p) {
      var seconds = Number(p.getAttribute("data-wait"));
      p.removeAttribute("data-wait");
      if (seconds > 0) count(p, seconds);
    });
  }

  // events reads a stream: on(name, data) for each event. It ends as the stream does.
  function events(response, on) {
    var reader = response.body.getReader(), decoder = new TextDecoder(), rest = "";
    function more() {
      return reader.read().then(function (part) {
        rest += decoder.decode(part.value || new Uint8Array(), { stream: !part.done });
        for (var at = rest.indexOf("\n\n"); at >= 0; at = rest.indexOf("\n\n")) {
          var name = "", data = "";
          rest.slice(0, at).split("\n").forEach(function (line) {
            if (line.indexOf("event: ") === 0) name = line.slice(7);
            if (line.indexOf("data: ") === 0) data += line.slice(6);
          });
          rest = rest.slice(at + 2);
          if (name) on(name, JSON.parse(data));
        }
        return part.done ? undefined : more();
      });
    }
    return more();
  }

  // ask sends JSON and streams what comes back. It fails with {message, code, wait, lost}; lost
  // says that the connection ended before the work did.
  function ask(url, body, on) {
    var begun = false, ended = null;
    return fetch(url, {
      method: "POST", body: JSON.stringify(body), credentials: "same-origin",
      headers: { "Content-Type": "application/json", "Accept": "text/event-stream" }
    }).then(function (r) {
      if (r.ok && /event-stream/.test(r.headers.get("Content-Type") || "")) {
        begun = true;
        return events(r, function (name, data) {
          if (name === "error") ended = failure(data, 0);
          else if (name === "done") ended = { done: data };
          on(name, data);
        }).then(function () {
          if (!ended) throw { lost: true };
          if (!ended.done) throw ended;
          return ended.done;
        });
      }
      return r.json().then(function (v) { throw failure(v, Number(r.headers.get("Retry-After"))); },
        function () { throw failure({}, 0); });
    }).catch(function (e) {
      if (e && (e.message && e.code || e.lost)) throw e;
      throw begun ? { lost: true } : { offline: true, code: "OFFLINE", message: "The server can't be reached. What you wrote is kept; check your connection and try again." };
    });
  }
  function failure(v, wait) {
    var e = v && v.error || {}, fields = e.details && e.details.fields || [];
    if (fields.length === 1) e.message = fields[0].message;
    if (e.code === "RATE_LIMITED") e.message = "You have reached the limit for now."; // until when, the countdown says
    return { code: e.code || "INTERNAL", message: e.message || "The server failed on this. Please try again.", wait: wait || 0 };
  }
  // What is refused for what it says is refused again.
  function refused(e) { return /^(INVALID_|APP_NOT_FOUND|PAYLOAD_TOO_LARGE)/.test(e.code); }
  function modelFailed(e) { return e.code === "LLM_ERROR" || e.code === "TIMEOUT"; }

  // trouble shows a failure in a place of the page, with ways on.
  function trouble(place, e, again, byRules) {
    var box = el("div", "alert"), row = el("div", "row");
    box.setAttribute("role", "alert");
    box.appendChild(el("p", "", e.message));
    var retry = button("button small", "Try again", again);
    if (e.wait) {
      var p = el("p", "countdown");
      retry.disabled = true;
      box.appendChild(p);
      setTimeout(function () { count(p, e.wait, function () { retry.disabled = false; }); }, 0);
    }
    if (!refused(e)) row.appendChild(retry);
    if (modelFailed(e) && place.closest("[data-rules=true]")) row.appendChild(button("button small", "Use the built-in rules", byRules));
    if (row.firstChild) box.appendChild(row);
    place.replaceChildren(box);
  }

  // A text area that counts, and grows with what is in it.
  function length(text) { return Array.from(text).length; }
  function grow(area) {
    area.style.height = "auto";
    area.style.height = Math.min(area.scrollHeight + 2, Math.max(96, innerHeight * .35)) + "px";
  }
  function enter(area, send) {
    area.addEventListener("keydown", function (e) {
      if (e.key !== "Enter" || e.shiftKey || e.isComposing) return;
      e.preventDefault();
      send();
    });
  }
  function keep(key, area) {
    try {
      if (!area.value) area.value = sessionStorage.getItem(key) || "";
      area.addEventListener("input", function () { sessionStorage.setItem(key, area.value); });
    } catch (e) { /* it isn't kept */ }
  }
  function forget(key) { try { sessionStorage.removeItem(key); } catch (e) { /* as above */ } }

  // The names of steps, for people.
  var steps = { layout: "Choosing a layout", tool: "Naming the tool", theme: "Picking colors", data: "Writing sample data", validate: "Checking it all" };

  // An edit token that came after the # of the address.
  if (id("open") && /^#ae_[\w-]+$/.test(location.hash)) {
    id("token").value = location.hash.slice(1);
    history.replaceState(null, "", location.pathname);
  }

  if (id("editor")) editor();
  else {
    dates();
    countdowns();
    if (id("create")) home();
  }

  function home() {
    var form = id("create"), area = id("prompt"), counter = id("prompt-count"), list = id("steps"), most = Number(area.getAttribute("data-most"));
    var submit = form.querySelector("button[type=submit].main"), working = false, run = "";
    keep("prompt", area);
    function changed() {
      var n = length(area.value.trim());
      counter.textContent = n.toLocaleString() + " of " + most.toLocaleString();
      counter.classList.toggle("over", n > most);
      grow(area);
    }
    area.addEventListener("input", changed);
    changed();
    all("[data-prompt]").forEach(function (chip) {
      chip.addEventListener("click", function (e) {
        e.preventDefault();
        area.value = chip.getAttribute("data-prompt");
        area.dispatchEvent(new Event("input"));
        area.focus();
      });
    });
    enter(area, function () { form.requestSubmit(submit); });

    function create(rules) {
      if (working || !area.value.trim()) return;
      working = true;
      run = "";
      var app = "", slow = setTimeout(function () { say("Still working on your app."); late.hidden = false; }, 10000);
      var late = el("li", "late", "Still working. A model can take half a minute.");
      var end = el("li", "row"), stop = button("button small", "Stop", function () {
        if (run) fetch("/api/runs/" + encodeURIComponent(run), { method: "DELETE" }).catch(function () {});
      });
      late.hidden = true;
      id("create-note").replaceChildren();
      list.replaceChildren(late, end);
      end.appendChild(stop);
      list.hidden = false;
      form.classList.add("working");
      submit.disabled = true;
      say("Making your app.");
      var body = { prompt: area.value };
      if (rules) body.generator = "rules";
      ask("/api/generate", body, function (name, data) {
        if (name === "run") run = data.runId;
        if (name === "step") step(list, late, data);
        if (name === "app") app = data.app.id;
      }).then(function () {
        forget("prompt");
        location.assign("/apps/" + app);
      }, function (e) {
        if (e.lost) e = { code: "LOST", message: "The connection was lost. If your app was finished in the meantime, reload this page to see it in the list." };
        trouble(id("create-note"), e, function () { create(rules); }, function () { create(true); });
        list.hidden = true;
        area.focus();
      }).then(function () {
        clearTimeout(slow);
        working = false;
        submit.disabled = false;
        form.classList.remove("working");
      });
    }
    form.addEventListener("submit", function (e) {
      e.preventDefault();
      create(!!(e.submitter && e.submitter.name === "rules"));
    });
    addEventListener("keydown", function (e) {
      if (e.key === "Escape" && working && run) list.querySelector("button").click();
    });
  }

  // step shows that a step begins or is done.
  function step(list, before, data) {
    var item = list.querySelector("[data-step=\"" + data.name + "\"]");
    if (!item) {
      item = el("li", "step", steps[data.name] || data.name);
      item.setAttribute("data-step", data.name);
      list.insertBefore(item, before);
    }
    item.classList.toggle("done", data.state === "done");
  }

  function editor() {
    var page = id("editor"), app = page.getAttribute("data-app"), base = "/apps/" + app, api = "/api" + base;
    var form = id("composer"), area = id("message"), send = id("send"), stop = id("stop"), frame = id("preview"), dialog = id("publish");
    var running = page.getAttribute("data-running") === "true", streaming = false, revision = Number(page.getAttribute("data-revision"));
    var images = null, quiet = Number((all(".message[data-seq]").pop() || page).getAttribute("data-seq")), mine = 0, lost = false, begun = false, stopping = false;
    all("[data-swap]").forEach(function (e) { e.setAttribute("data-was", e.outerHTML); });
    dates();
    countdowns();

    function open() {
      dialog.showModal();
      dialog.scrollTop = 0;
      id("publish-title").focus();
    }

    // Parts of the page.

    function visit() { return location.pathname + location.search; }
    // What was typed, or is shown this once, stays until its own form is answered. A form that
    // was refused comes back dirty.
    function holds(e) { return !!e.querySelector("form.dirty,.secret,.exchange"); }
    function named(e) { return [e.tagName, e.name || "", e.getAttribute("aria-label") || "", e.tagName === "INPUT" ? "" : e.textContent.trim()].join("|"); }
    function typed(f) { return new URLSearchParams(new FormData(f)).toString(); }
    // carry has the forms of a part keep what was typed, when the part is replaced for the
    // answer to another form in it, or one that more was typed into since it was sent.
    function carry(old, fresh, sent, was) {
      all("form.dirty", old).forEach(function (f) {
        if (f === sent && typed(f) === was) return;
        var to = all("form", fresh).filter(function (g) { return g.action === f.action && g.querySelector("textarea,input:not([type=hidden])"); })[0];
        if (!to) return;
        all("textarea,input:not([type=hidden])", f).forEach(function (from) {
          var field = to.elements[from.name];
          if (field) field.value = from.value;
        });
        to.classList.add("dirty");
        if (to.closest("details")) to.closest("details").open = true;
      });
    }
    // swap takes the parts of a page of ours that are different. part is the id of the one whose
    // form was answered: sent, with what was in it.
    function swap(text, part, sent, content) {
      var next = new DOMParser().parseFromString(text, "text/html"), other = next.getElementById("editor");
      if (!other) return null;
      var active = document.activeElement, focused = active && active.id, name = active ? named(active) : "", inside = null;
      all("[data-swap]").forEach(function (old) {
        var fresh = next.getElementById(old.id);
        if (!fresh || part !== old.id && (fresh.outerHTML === old.getAttribute("data-was") || holds(old)) || !part && old.id === "banner") return;
        if (active && old.contains(active)) inside = old.id;
        var was = fresh.outerHTML, scroll = old.scrollTop;
        fresh = document.adoptNode(fresh);
        fresh.setAttribute("data-was", was);
        if (sent) carry(old, fresh, sent, content);
        old.replaceWith(fresh);
        fresh.scrollTop = scroll;
        wire(fresh);
      });
      document.title = next.title;
      page.setAttribute("data-tab", other.getAttribute("data-tab"));
      mark();
      working(other.getAttribute("data-running") === "true" || streaming);
      if (inside) focus(id(inside), focused, name);
      var shown = other.querySelector("dialog[open]");
      if (shown && !dialog.open) open();
      if (!shown && part && dialog.open) dialog.close();
      var now = Number(other.getAttribute("data-revision"));
      page.setAttribute("data-revision", now);
      if (now !== revision) { revision = now; show(); }
      end();
      return next;
    }
    // focus goes to what is wrong, or to where it was.
    function focus(part, was, name) {
      var to = part.querySelector("[aria-invalid]") || was && id(was) || all("a,button,input,textarea,summary", part).filter(function (e) { return named(e) === name; })[0] ||
        part.querySelector("[role=alert] button,h2,button,a");
      if (!to) return;
      if (to.matches("h2")) to.tabIndex = -1;
      to.focus({ preventScroll: true });
      var why = part.querySelector("[role=alert]");
      if (to.hasAttribute("aria-invalid")) to.scrollIntoView({ block: "nearest" });
      else if (why) why.scrollIntoView({ block: "nearest" });
    }
    function wire(part) {
      dates(part);
      countdowns(part);
      all("form[data-live]", part).forEach(function (f) {
        f.addEventListener("input", function (e) {
          f.classList.add("dirty");
          right(e.target);
        });
      });
      all("[data-slug]", part).forEach(slug);
    }
    // right takes away what was wrong with a field, which is said of what is no longer in it.
    function right(field) {
      var fault = id(field.id + "-fault");
      if (!fault) return;
      fault.remove();
      field.removeAttribute("aria-invalid");
      field.setAttribute("aria-describedby", (field.getAttribute("aria-describedby") || "").replace(fault.id, "").trim());
    }
    function end() {
      var t = id("transcript");
      t.scrollTop = t.scrollHeight;
    }
    // The keyboard of a phone takes half the screen: who was at the end still is.
    var atEnd = true;
    id("chat").addEventListener("scroll", function (e) {
      var t = e.target;
      if (t.id === "transcript") atEnd = t.scrollHeight - t.scrollTop - t.clientHeight < 48;
    }, true);
    new ResizeObserver(function () { if (atEnd) end(); }).observe(id("chat"));
    // refresh gets the page anew, for what has happened elsewhere.
    var refreshing = null, oncemore = false;
    function refresh() {
      if (refreshing) { oncemore = true; return refreshing; }
      refreshing = fetch(visit(), { credentials: "same-origin", headers: { "Accept": "text/html" } }).then(function (r) {
        return r.text().then(function (text) { if (r.ok) swap(text, ""); else if (r.status === 404) gone(); });
      }).catch(function () {}).then(function () {
        refreshing = null;
        if (oncemore) { oncemore = false; return refresh(); }
      });
      return refreshing;
    }
    function gone() {
      notice("This app was deleted in another window.");
      var on = el("a", "", "Go to my apps");
      on.href = "/";
      id("banner").lastChild.append(" ", on);
      send.disabled = true;
      if (source) source.close();
    }
    function notice(text) {
      id("banner").replaceChildren(el("p", "notice warn", text));
      say(text);
    }

    // The forms. What they answer with is a page of ours, from which the parts are taken.
    document.addEventListener("submit", function (e) {
      var f = e.target;
      if (!f.matches("form[data-live]")) return;
      e.preventDefault();
      if (/\/chat$/.test(f.action)) {
        var data = new FormData(f, e.submitter);
        chat(String(data.get("message")), data.has("rules"));
        return;
      }
      post(f, e.submitter);
    });
    function post(f, submitter) {
      if (f.classList.contains("sending")) return;
      f.classList.add("sending");
      mine++;
      var data = new URLSearchParams(new FormData(f, submitter)), content = typed(f);
      fetch(f.action, { method: "POST", body: data, credentials: "same-origin" }).then(function (r) {
        return r.text().then(function (text) { return { text: text, redirected: r.redirected, url: new URL(r.url) }; });
      }).then(function (r) {
        var at = r.url, part = f.closest("[data-swap]");
        if (r.redirected && at.pathname !== base) { location.assign(at); return; }
        if (r.redirected) history.replaceState(null, "", (at.pathname + at.search).replace(/([?&])done=[^&]*&?/, "$1").replace(/[?&]$/, ""));
        if (!swap(r.text, part ? part.id : "none", f, content)) {
          var next = new DOMParser().parseFromString(r.text, "text/html"), why = next.querySelector(".lead");
          notice(why ? why.textContent : "That didn't work.");
          return;
        }
        // The dialog of what is published now begins at the address.
        if (r.redirected && /\/publish$/.test(f.action)) {
          id("publish-title").focus({ preventScroll: true });
          dialog.scrollTop = 0;
        }
        var told = id("banner").textContent.trim() || (document.querySelector("[role=alert]") ? "" : "Done.");
        if (told) say(told);
        fade();
      }, function () {
        notice("No answer came from the server, so this may or may not have been done. What you typed is still here; check your connection and try again.");
        return refresh();
      }).finally(function () {
        f.classList.remove("sending");
        setTimeout(function () { mine--; }, 2500);
      });
    }
    var fading = 0;
    function fade() {
      clearTimeout(fading);
      fading = setTimeout(function () { all("#banner .notice:not(.warn)").forEach(function (n) { n.remove(); }); }, 6000);
    }

    // The tabs, without leaving the page.
    document.addEventListener("click", function (e) {
      var link = e.target.closest("a[data-tab]");
      if (!link || e.ctrlKey || e.metaKey || e.shiftKey) return;
      e.preventDefault();
      see("work");
      if (!link.hasAttribute("data-discard") && id("panel").querySelector("form.dirty") && !confirm("Leave what you typed here unsaved?")) return;
      var at = link.getAttribute("href"), name = link.getAttribute("data-tab");
      fetch(at, { credentials: "same-origin" }).then(function (r) { return r.text(); }).then(function (text) {
        if (!swap(text, "panel")) throw new Error("not a page of the app");
        history.replaceState(null, "", at);
        var now = document.querySelector("#tabs [data-tab=" + name + "]");
        if (now) now.focus();
      }).catch(function () { location.assign(at); });
    });

    // The chat.

    function working(on) {
      running = on;
      stop.hidden = !on;
      send.hidden = on;
      form.classList.toggle("working", on);
    }
    function bubble(who, text) {
      var item = el("li", "message " + who);
      item.appendChild(el("p", "who hidden", who === "user" ? "You:" : "App builder:"));
      var p = el("p", "", text);
      p.dir = "auto";
      item.appendChild(p);
      id("transcript").querySelector(".messages").appendChild(item);
      end();
      return item;
    }
    keep("message:" + app, area);
    grow(area);
    area.addEventListener("input", function () { grow(area); });

    function chat(text, rules) {
      if (running) { notice("Wait for the answer, or stop it first."); return; }
      if (!text.trim()) return;
      var note = id("composer-note");
      note.replaceChildren();
      id("transcript").removeAttribute("data-was");
      all("#transcript .chips").forEach(function (c) { c.remove(); });
      streaming = true;
      working(true);
      begun = stopping = false;
      var asked = bubble("user", text), answer = bubble("assistant working", ""), list = el("ol", "steps"), late = el("li", "late", "Still working…");
      late.hidden = true;
      list.appendChild(late);
      answer.querySelector("p[dir]").replaceWith(list);
      list.appendChild(el("li", "dots")).append(el("i"), el("i"), el("i"));
      var slow = setTimeout(function () { late.hidden = false; say("Still working."); end(); }, 10000);
      if (area.value.trim() === text.trim()) { area.value = ""; grow(area); forget("message:" + app); }
      var body = { message: text };
      if (rules) body.generator = "rules";
      ask(api + "/chat", body, function (name, data) {
        if (name === "run") { begun = true; if (stopping) cancel(); }
        if (name === "step") { step(list, late, data); end(); }
        if (name === "delta") { // the whole answer, as the transcript will have it
          list.remove();
          data.text.split("\n\n").forEach(function (part) { answer.appendChild(el("p", "", part)).dir = "auto"; });
          answer.classList.remove("working");
          end();
        }
        if (name === "app" && data.revision !== revision) { revision = data.revision; show(); }
      }).then(function (done) {
        say(done.response + (done.changes.length ? " The preview has changed." : ""));
        if (done.changes.length) changed();
      }, function (e) {
        if (e.lost) {
          lost = true;
          note.replaceChildren(el("p", "notice", "The connection was lost. The work goes on, and its result will be shown here."));
          return;
        }
        if (begun) { say(e.message); return; } // it is in the transcript
        asked.remove();
        answer.remove();
        if (!area.value.trim()) { area.value = text; area.dispatchEvent(new Event("input")); }
        trouble(note, e, function () { chat(text, rules); }, function () { chat(text, true); });
      }).then(function () {
        clearTimeout(slow);
        streaming = false;
        working(false);
        return refresh();
      });
    }
    form.addEventListener("submit", function (e) {
      e.preventDefault();
      chat(area.value, !!(e.submitter && e.submitter.name === "rules"));
      area.focus();
    });
    enter(area, function () { form.requestSubmit(send); });
    // What is stopped before the server has begun it is stopped as soon as it has.
    function cancel() {
      if (streaming && !begun) { stopping = true; return; }
      fetch(api + "/run", { method: "DELETE", credentials: "same-origin" }).catch(function () { notice("The server can't be reached."); });
      area.focus();
    }
    stop.addEventListener("click", cancel);

    addEventListener("keydown", function (e) {
      if (e.key === "Escape" && running && !dialog.open) { e.preventDefault(); cancel(); return; }
      var z = e.key.toLowerCase() === "z" && (e.ctrlKey || e.metaKey) && !e.altKey;
      if (!z || e.target.closest("input:not([type=radio]),textarea,[contenteditable]")) return;
      e.preventDefault();
      var f = document.querySelector("#bar form[action$=\"" + (e.shiftKey ? "/redo" : "/undo") + "\"]");
      if (f && !running) post(f);
    });

    // The preview: the frame is sent the draft as hosts send a result, so that it neither
    // flickers nor scrolls. It has an origin of its own and can read nothing here.

    var dark = matchMedia("(prefers-color-scheme: dark)"), look = "";
    function theme() { return look || (dark.matches ? "dark" : "light"); }
    function tell(message) { frame.contentWindow.postMessage(message, "*"); }
    function show() {
      fetch(frame.getAttribute("data-json"), { credentials: "same-origin" }).then(function (r) {
        if (r.ok) return r.json();
      }).then(function (draft) {
        if (!draft) return;
        var from = JSON.stringify(draft.images || []);
        if (images !== null && images !== from) frame.src = frame.getAttribute("src");
        else tell(draft.result);
        images = from;
      }).catch(function () {});
    }
    function changed() {
      news = true;
      mark();
    }
    addEventListener("message", function (e) {
      var m = e.data;
      if (e.source !== frame.contentWindow || !m || m.jsonrpc !== "2.0" || m.id === undefined || !m.method) return;
      if (m.method === "ui/initialize") {
        tell({ jsonrpc: "2.0", id: m.id, result: {
          protocolVersion: "2026-01-26", hostInfo: { name: "app-builder", version: "1.0.0" }, hostCapabilities: { openLinks: {} },
          hostContext: { theme: theme(), displayMode: "inline", availableDisplayModes: ["inline"], locale: navigator.language }
        } });
      } else if (m.method === "ui/open-link" && m.params && /^https:\/\//.test(m.params.url)) {
        window.open(m.params.url, "_blank", "noopener,noreferrer");
        tell({ jsonrpc: "2.0", id: m.id, result: {} });
      } else tell({ jsonrpc: "2.0", id: m.id, error: { code: -32601, message: "The preview can't do this." } });
    });
    function relook() { tell({ jsonrpc: "2.0", method: "ui/notifications/host-context-changed", params: { theme: theme() } }); }
    dark.addEventListener("change", function () { looks(); relook(); });
    function looks() { all("[name=look]").forEach(function (r) { r.checked = r.value === theme(); }); }
    all("[name=look]").forEach(function (r) { r.addEventListener("change", function () { look = r.value; relook(); }); });
    looks();

    // Devices: the frame has their size, and is drawn as large as there is room.
    var floor = id("floor"), device = id("device"), custom = id("custom");
    function fit() {
      var r = document.querySelector("[name=device]:checked") || { value: "fit" }, w = 0, h = 0;
      custom.hidden = r.value !== "custom";
      if (r.value === "custom") {
        w = Math.min(2560, Math.max(240, Number(id("width").value) || 390));
        h = Math.min(2560, Math.max(240, Number(id("height").value) || 700));
      } else if (r.value !== "fit") {
        w = Number(r.getAttribute("data-width"));
        h = Number(r.getAttribute("data-height"));
      }
      floor.classList.toggle("framed", w > 0);
      if (!w) { frame.style.cssText = device.style.cssText = ""; return; }
      var room = floor.getBoundingClientRect();
      if (room.width < 40 || room.height < 40) return;
      var scale = Math.min(1, (room.width - 34) / w, (room.height - 34) / h);
      frame.style.width = w + "px";
      frame.style.height = h + "px";
      frame.style.transform = "scale(" + scale + ")";
      device.style.width = w * scale + "px";
      device.style.height = h * scale + "px";
    }
    all("[name=device],#width,#height").forEach(function (i) { i.addEventListener("input", fit); });
    new ResizeObserver(fit).observe(floor);

    // Small screens show the chat or what is beside it; the tabs are of both.
    var small = matchMedia("(max-width: 767px)"), news = false;
    function see(name) {
      id("board").setAttribute("data-view", name);
      mark();
      if (name === "chat") end();
    }
    function mark() {
      var chat = small.matches && id("board").getAttribute("data-view") === "chat", tab = page.getAttribute("data-tab");
      if (!chat && tab === "preview") news = false;
      all("#tabs a").forEach(function (a) {
        var now = chat ? a.hasAttribute("data-view") : a.getAttribute("data-tab") === tab;
        if (now) a.setAttribute("aria-current", "page");
        else a.removeAttribute("aria-current");
        if (a.getAttribute("data-tab") === "preview") a.classList.toggle("fresh", news);
      });
    }
    small.addEventListener("change", mark);
    document.addEventListener("click", function (e) {
      if (!e.target.closest("a[data-view]")) return;
      e.preventDefault();
      see("chat");
    });

    // The publish dialog.
    var opener = null;
    if (dialog.open) { dialog.close(); open(); }
    document.addEventListener("click", function (e) {
      var copy = e.target.closest("[data-copy]");
      if (copy) { copied(copy); return; }
      if (e.target.closest("[data-dialog]")) {
        e.preventDefault();
        opener = e.target.closest("[data-dialog]");
        open();
        return;
      }
      if (e.target.closest("[data-close]") || e.target === dialog) { e.preventDefault(); dialog.close(); }
    });
    dialog.addEventListener("keydown", function (e) {
      if (e.key === " " && e.target.closest("[data-close]")) { e.preventDefault(); dialog.close(); }
    });
    dialog.addEventListener("close", function () {
      if (/[?&]publish/.test(location.search)) history.replaceState(null, "", base);
      var back = opener && opener.isConnected ? opener : document.querySelector("[data-dialog=publish]");
      if (back) back.focus();
    });
    function slug(input) {
      var state = id("slug-state"), at = input.getAttribute("data-slug"), otherwise = state.getAttribute("data-otherwise"), timer = 0;
      function preview() {
        var name = input.value.trim();
        state.textContent = name || otherwise ? at + (name || otherwise) + "/mcp" : "";
        return name;
      }
      // What was typed is kept where the dialog comes anew for another form of it.
      if (!input.hasAttribute("aria-invalid")) preview();
      input.addEventListener("input", function () {
        clearTimeout(timer);
        var name = preview();
        if (!name) return;
        timer = setTimeout(function () {
          fetch("/api/slugs/" + encodeURIComponent(name), { credentials: "same-origin" }).then(function (r) { return r.json(); }).then(function (v) {
            if (input.value.trim() !== name) return;
            if (v.error) state.textContent = v.error.message;
            else if (v.available) state.textContent = at + name + "/mcp is free.";
            else state.textContent = "This address is taken." + (v.suggestion ? " This one is free: " + v.suggestion : "");
          }).catch(function () {});
        }, 350);
      });
    }
    function copied(b) {
      var pre = id(b.getAttribute("data-copy")), text = pre.textContent;
      function told(ok) {
        b.textContent = ok ? "Copied" : "Press Ctrl+C";
        say(ok ? "Copied." : "The text is selected.");
        setTimeout(function () { b.textContent = "Copy"; }, 2000);
      }
      function select() {
        var range = document.createRange();
        range.selectNodeContents(pre);
        getSelection().removeAllRanges();
        getSelection().addRange(range);
        told(false);
      }
      if (navigator.clipboard) navigator.clipboard.writeText(text).then(function () { told(true); }, select);
      else select();
    }

    // What happens in other windows, and how work ends whose stream was lost.
    var source = null, status = null;
    function listen() {
      source = new EventSource(api + "/events");
      source.addEventListener("revision", function (e) {
        if (JSON.parse(e.data).revision !== revision && !streaming) refresh();
      });
      source.addEventListener("message", function (e) {
        if (e.data === undefined || streaming) return;
        var now = JSON.parse(e.data);
        if (lost && !now.running) { lost = false; id("composer-note").replaceChildren(); say("The work is done."); }
        if (now.running !== running || quiet !== now.seq) refresh();
        quiet = now.seq;
      });
      source.addEventListener("status", function (e) {
        var now = JSON.parse(e.data);
        if (now.status === "deleted") { gone(); return; }
        if (status && (status.status !== now.status || status.publishVersion !== now.publishVersion)) {
          refresh().then(function () {
            if (mine) return;
            notice(now.status === "draft" ? "This app was unpublished in another window. Nobody can reach it until it is published again." : "This app was published in another window.");
          });
        }
        status = now;
      });
    }
    addEventListener("beforeunload", function (e) { if (document.querySelector("form.dirty:not(.sending)")) e.preventDefault(); });
    addEventListener("offline", function () { notice("You are offline. What you write is kept."); });
    addEventListener("online", function () { id("banner").replaceChildren(); refresh(); });

    wire(document);
    mark();
    working(running);
    end();
    fade();
    listen();
    if (location.search.indexOf("done=") >= 0) history.replaceState(null, "", visit().replace(/([?&])done=[^&]*&?/, "$1").replace(/[?&]$/, ""));
    // The first data, to know where its pictures are from.
    fetch(frame.getAttribute("data-json"), { credentials: "same-origin" }).then(function (r) { return r.json(); }).then(function (d) { images = JSON.stringify(d.images || []); }).catch(function () {});
  }
})();
