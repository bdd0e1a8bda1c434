// Lets the page open offline, and announces a new version. Never in frames. Without service workers
// (files, plain http, sandboxes) the page otherwise works the same.
(function () {
  "use strict";
  var HOUR_MS = 3600 * 1000;
  var release = document.querySelector('meta[name="release"]');
  var workers;
  try {
    workers = globalThis.isSecureContext && globalThis.top === globalThis.self && /^https?:$/.test(location.protocol) && navigator.serviceWorker;
  } catch (error) {
    workers = null; // a sandbox
  }
  if (!workers || !release || !release.content) return;

  // If the page on screen is already the new version, its worker takes over silently.
  function waits(worker) {
    var channel = new MessageChannel();
    channel.port1.onmessage = function (event) {
      if (event.data === release.content) worker.postMessage("take over");
      else say(worker);
    };
    worker.postMessage("version", [channel.port2]);
  }

  function say(worker) {
    var old = document.getElementById("fresh");
    if (old) old.remove();
    var bar = document.createElement("aside");
    bar.id = "fresh";
    bar.setAttribute("aria-label", "New version");
    bar.append("A new version is available. ");
    bar.append(button("Reload", function () {
      var reload = function () { location.reload(); };
      workers.addEventListener("controllerchange", reload, { once: true });
      worker.postMessage("take over");
      setTimeout(reload, 3000); // a browser may keep the old worker for a while: it passes the new page through
    }), " ", button("Later", function () { bar.remove(); }));
    document.body.append(bar);
  }

  function button(words, work) {
    var made = document.createElement("button");
    made.type = "button";
    made.append(words);
    made.addEventListener("click", work);
    return made;
  }

  function follow(registration) {
    if (registration.waiting && workers.controller) waits(registration.waiting);
    var coming = function (worker) {
      if (worker) worker.addEventListener("statechange", function () {
        if (worker.state === "installed" && workers.controller) waits(worker);
      });
    };
    coming(registration.installing); // it may have started before the listener was added
    registration.addEventListener("updatefound", function () { coming(registration.installing); });
    // A worker may have been stopped before it answered, or have missed a file: retry for a while.
    var asked = 0;
    var again = function () {
      if (registration.waiting && workers.controller && !document.getElementById("fresh")) waits(registration.waiting);
      else if (asked === 2 && !registration.installing) registration.update().catch(function () {});
      asked += 1;
      if (asked < 6) setTimeout(again, 2000);
    };
    setTimeout(again, 2000);
    var looked = Date.now();
    document.addEventListener("visibilitychange", function () {
      if (document.hidden || Date.now() - looked < HOUR_MS) return;
      looked = Date.now();
      registration.update().catch(function () {});
    });
  }

  // boot.js adds this script once the page has started: only a page that starts is worth caching.
  workers.register("./sw.js", { scope: "./", updateViaCache: "none" }).then(follow).catch(function () {});
})();
