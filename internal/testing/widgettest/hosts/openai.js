// window.openai as ChatGPT puts it into a widget's page. GLOBALS and METHODS are put in
// by the test.
(function () {
  "use strict";
  var waiting = {}, lastId = 0;
  window.openai = GLOBALS;
  METHODS.forEach(function (method) {
    window.openai[method] = function () {
      var id = ++lastId, given = [].slice.call(arguments).map(function (a) { return a instanceof File ? a.name : a; });
      if (method === "setWidgetState") window.openai.widgetState = given[0];
      parent.postMessage({ openai: true, id: id, method: method, arguments: given }, "*");
      return new Promise(function (resolve, reject) { waiting[id] = [resolve, reject]; });
    };
  });
  window.addEventListener("message", function (event) {
    var m = event.data;
    if (event.source !== parent || !m || !m.openai) return;
    if (m.globals) {
      Object.assign(window.openai, m.globals);
      window.dispatchEvent(new CustomEvent("openai:set_globals", { detail: { globals: m.globals } }));
    } else if (waiting[m.id]) {
      waiting[m.id][m.error ? 1 : 0](m.error ? new Error(m.error) : m.result);
      delete waiting[m.id];
    }
  });
})();
