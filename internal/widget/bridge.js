// The bridge between a widget and the host that shows it: MCP Apps over postMessage
// (protocol 2026-01-26) and window.openai, behind one small interface.
//
//   var host = widget({name, version, accepts, recover, show, fail})
//
// accepts(data, meta) says whether the widget can show a result; data is {} if lost.
// show(data, meta, input, text) shows it; input is null if lost. recover(hint) returns the
// read-only call, as [tool, arguments], that gets lost data; hint is {tool, input, data, state}.
// fail(text, refused) shows why there is nothing, refused if the model's call failed;
// host.retry() then reads what there is.
//
//   host.call(tool, arguments)  a promise of {data, meta, text, error}
//   host.can(what)              "call", "say", "open", "upload" or a display mode
//   host.say(text)              has the person say something in the chat
//   host.open(url)              opens an https page
//   host.state(value, told)     keeps a small object, which the model gets, in MCP Apps
//                               as told; without a value, returns it
//   host.upload(file)           a promise of the host's id of a file
//   host.mode(name)             asks for "inline", "fullscreen" or "pip"
//   host.resize()               tells the host how high the page is
//   host.theme(f), host.end(f)  f runs when the look changes, and before the end
//   host.locale()               such as "de-AT"
function widget(app) {
  "use strict";
  var parent = window.parent === window ? null : window.parent;
  var root = document.documentElement, late = "The app did not answer in time.";
  var caps = {}, context = {}, input = null, kept = null, partial = null;
  var shown = "", read = "", bare = false, done = false, failed = false, tried = false, connected = false;
  var looks = [], ends = [], waiting = Object.create(null), lastId = 0, height = 0, sizing = 0;

  function openai() { return window.openai || null; }
  function has(method) { var o = openai(); return !!o && typeof o[method] === "function"; }
  function object(v) { return v && typeof v === "object" && !Array.isArray(v) ? v : null; }
  function filled(v) { v = object(v); return v && Object.keys(v).length ? v : null; }

  // ask calls a method, which may throw, or never answer.
  function ask(ms, method, ...given) {
    return new Promise(function (resolve, reject) {
      setTimeout(reject, ms, new Error(late));
      Promise.resolve(openai()[method](...given)).then(resolve, reject);
    });
  }

  // JSON-RPC over postMessage.
  function post(message) {
    message.jsonrpc = "2.0";
    if (parent) parent.postMessage(message, "*");
  }
  function notify(method, params) { post({ method: method, params: params || {} }); }
  function request(method, params, ms) {
    return new Promise(function (resolve, reject) {
      var id = ++lastId;
      var timer = setTimeout(function () {
        delete waiting[id];
        reject(new Error(late));
      }, ms);
      waiting[id] = function (m) {
        clearTimeout(timer);
        delete waiting[id];
        if (m.error) reject(new Error(String(m.error.message || "The app refused.")));
        else resolve(m.result || {});
      };
      post({ id: id, method: method, params: params });
    });
  }

  // parse reads a result in any form in which hosts pass it on.
  function parse(r) {
    var out = { text: "" };
    if (typeof r === "string") r = { content: [{ type: "text", text: r }] };
    r = object(r) || {};
    if (object(r.result) || typeof r.result === "string") return parse(r.result);
    out.error = r.isError === true;
    out.meta = object(r._meta) || object(r.meta) || {};
    (Array.isArray(r.content) ? r.content : []).forEach(function (block) {
      if (block && block.type === "text" && !out.text) out.text = String(block.text);
    });
    out.data = filled(r.structuredContent);
    if (!out.data && !out.error && out.text.charAt(0) === "{") {
      try { out.data = filled(JSON.parse(out.text)); } catch (e) { /* not JSON */ }
    }
    return out;
  }

  // offer shows a result, and again only with _meta that a first copy lacked. What can't
  // be shown may help to recover.
  function offer(r, args) {
    if (r.error && !done) { fail(r.text || "That did not work. Ask in the chat what happened.", true); return true; }
    var meta = filled(r.meta), data = r.data || meta && {};
    if (r.error || !data) return r.error;
    if (!app.accepts(data, r.meta)) { partial = r.data; return false; }
    var same = JSON.stringify(r.data || meta), now = !meta;
    if (same !== shown || bare && !now) {
      shown = same;
      bare = now;
      done = true;
      try { app.show(data, r.meta, args || input, r.text); } catch (e) { fail("This result can't be shown here."); }
      resize();
    }
    return true;
  }
  function fail(text, refused) {
    failed = true;
    app.fail(text, !!refused);
    resize();
  }
  function readGlobals() {
    var o = openai();
    if (!o) return;
    input = filled(o.toolInput) || input || object(o.toolInput);
    var m = object(o.toolResponseMetadata) || {};
    var whole = object(m.mcp_tool_result) || object(m.call_tool_result) || {};
    var r = parse({ ...whole, _meta: object(whole._meta) || m, structuredContent: filled(o.toolOutput) || whole.structuredContent });
    var now = JSON.stringify(r.data || r);
    if (now !== read || now === shown) offer(r); // other news bring nothing back
    read = now;
    look();
  }

  // A call gets what didn't come, once.
  function recover() {
    if (done || failed || tried) return;
    var tool = object(context.toolInfo) && object(context.toolInfo.tool);
    var next = app.recover({ tool: tool ? tool.name : "", input: input || {}, data: partial || {}, state: state() || {} });
    if (!next || !can("call")) return;
    tried = true;
    call(next[0], next[1]).then(function (r) {
      if (!done && (r.error || !offer(r, next[1]))) fail(r.text || "The answer was empty.");
    }, function (e) { if (!done) fail(e.message); });
  }
  function giveUp() {
    if (!done && !failed && !tried) fail("There is nothing to show yet." + (can("call") ? "" : " Ask for it in the chat."));
  }
  function retry() {
    failed = tried = done = false;
    shown = "";
    recover();
    giveUp();
  }

  function can(what) {
    if (what === "call") return !!caps.serverTools || has("callTool");
    if (what === "say") return !!caps.message || has("sendFollowUpMessage");
    if (what === "open") return !!caps.openLinks || has("openExternal");
    if (what === "upload") return has("uploadFile");
    var modes = context.availableDisplayModes;
    return Array.isArray(modes) ? modes.indexOf(what) >= 0 : has("requestDisplayMode");
  }
  function call(tool, args) {
    if (caps.serverTools) return request("tools/call", { name: tool, arguments: args }, 60000).then(parse);
    if (has("callTool")) return ask(60000, "callTool", tool, args).then(parse);
    return Promise.reject(new Error("This app cannot ask from here. Ask in the chat instead."));
  }
  function say(text) {
    if (caps.message) return request("ui/message", { role: "user", content: [{ type: "text", text: text }] }, 10000).then(function (r) { if (r.isError) throw new Error("Write it in the chat."); });
    if (has("sendFollowUpMessage")) return ask(10000, "sendFollowUpMessage", { prompt: text });
    return Promise.reject(new Error("Write it in the chat."));
  }
  function open(url) {
    if (!/^https:\/\//.test(url)) return Promise.reject(new Error("Only https pages open from here."));
    if (caps.openLinks) return request("ui/open-link", { url: url }, 10000);
    if (has("openExternal")) return ask(10000, "openExternal", { href: url });
    return Promise.reject(new Error("The app opens no pages."));
  }
  function state(value, told) {
    if (value === undefined) return kept || openai() && object(openai().widgetState);
    kept = value;
    if (has("setWidgetState")) ask(10000, "setWidgetState", value).catch(function () {});
    else if (caps.updateModelContext) request("ui/update-model-context", { structuredContent: told || value }, 10000).catch(function () {});
  }
  function upload(file) {
    if (!has("uploadFile")) return Promise.resolve(null);
    return ask(300000, "uploadFile", file).then(function (r) { return r && r.fileId; });
  }
  function mode(name) {
    if (!can(name)) return Promise.resolve("inline");
    var asked = connected ? request("ui/request-display-mode", { mode: name }, 10000) : ask(10000, "requestDisplayMode", { mode: name });
    return asked.then(function (r) { return r && r.mode || name; });
  }

  function resize() {
    clearTimeout(sizing);
    sizing = setTimeout(function () {
      var now = Math.ceil(document.body.getBoundingClientRect().height);
      if (Math.abs(now - height) <= 2) return;
      height = now;
      if (connected) notify("ui/notifications/size-changed", { width: root.clientWidth, height: now });
      if (has("notifyIntrinsicHeight")) ask(10000, "notifyIntrinsicHeight", now).catch(function () {});
    }, 100);
  }

  // look takes theme, variables and language.
  function locale() { return context.locale || openai() && openai().locale || navigator.language || "en"; }
  function look() {
    var theme = context.theme || openai() && openai().theme;
    if (theme === "light" || theme === "dark") root.setAttribute("data-theme", root.style.colorScheme = theme);
    var variables = object(context.styles) && object(context.styles.variables) || {};
    Object.keys(variables).forEach(function (name) {
      if (/^--[\w-]+$/.test(name) && typeof variables[name] === "string") root.style.setProperty(name, variables[name]);
    });
    root.dir = /^(ar|ckb|dv|fa|he|ps|sd|ug|ur|yi)\b/.test(locale()) ? "rtl" : "ltr";
    looks.forEach(function (f) { f(); });
    resize();
  }

  addEventListener("message", function (event) {
    if (!parent || event.source !== parent || !object(event.data) || event.data.jsonrpc !== "2.0") return;
    var m = event.data, p = object(m.params) || {};
    if (m.method === undefined) {
      if (waiting[m.id]) waiting[m.id](m);
    } else if (m.id !== undefined) {
      if (m.method === "ui/resource-teardown") ends.forEach(function (f) { try { f(); } catch (e) { } });
      if (m.method === "ui/resource-teardown" || m.method === "ping") post({ id: m.id, result: {} });
      else post({ id: m.id, error: { code: -32601, message: "There is no method " + m.method } });
    } else if (m.method === "ui/notifications/tool-input") {
      input = filled(p.arguments) || input || object(p.arguments);
    } else if (m.method === "ui/notifications/tool-result") {
      if (!offer(parse(p))) recover();
    } else if (m.method === "ui/notifications/tool-cancelled") {
      if (!done) fail("The call was cancelled.");
    } else if (m.method === "ui/notifications/host-context-changed") {
      Object.assign(context, p);
      look();
    }
  });
  addEventListener("openai:set_globals", readGlobals);
  new ResizeObserver(resize).observe(document.body);

  // A slow host is told twice.
  function begin() {
    notify("ui/notifications/initialized");
    height = 0;
    resize();
  }
  if (parent) {
    var slow = setTimeout(begin, 2000);
    request("ui/initialize", {
      protocolVersion: "2026-01-26",
      appInfo: { name: app.name, version: app.version },
      appCapabilities: { availableDisplayModes: ["inline", "fullscreen"] }
    }, 60000).then(function (r) {
      clearTimeout(slow);
      connected = true;
      caps = object(r.hostCapabilities) || {};
      context = object(r.hostContext) || {};
      look();
      begin();
      setTimeout(recover, 3000);
    }, function () {});
  }
  setTimeout(readGlobals, 0);
  setTimeout(function () { if (!connected) recover(); }, 3000);
  setTimeout(function () { recover(); giveUp(); }, 15000);
  look();
  return { call: call, can: can, say: say, open: open, state: state, upload: upload, mode: mode, resize: resize, retry: retry,
    theme: function (f) { looks.push(f); }, end: function (f) { ends.push(f); }, locale: locale };
}
