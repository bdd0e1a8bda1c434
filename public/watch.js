// Explains why the page did not start. A classic script, so that it also runs if the server sends modules as plain text.
(function () {
  "use strict";
  var told = false;

  function say(words, look) {
    var why = document.getElementById("why");
    why.textContent = words;
    why.className = look;
  }

  function tell(cause, cure) {
    told = true;
    say("This page did not start: " + cause + " " + cure, "failed");
  }

  function wasmRefused() {
    if (typeof WebAssembly !== "object") return "no WebAssembly in this browser.";
    try {
      new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
      return "";
    } catch (error) {
      return "this site's policy forbids WebAssembly.";
    }
  }

  function explain() {
    if (globalThis.rackOrRentStarted || told) return;
    var refused = wasmRefused();
    if (refused) {
      tell(refused, "Use a browser of 2023 or newer; whoever hosts the page must allow 'wasm-unsafe-eval' in script-src.");
      return;
    }
    var failed = globalThis.rackOrRentFailed;
    if (failed) {
      tell("its program could not be loaded (" + failed + ").", "Reload; if it stays, the files of this page are incomplete on the server, or a proxy changed them.");
      return;
    }
    if (globalThis.rackOrRentStarting) {
      say("Still loading: the network is slow. The page starts when its program is here.", "");
      return;
    }
    if (globalThis.origin === "null" && location.protocol !== "file:") {
      tell("its server does not let sandboxed frames read its files.", "The server must send Access-Control-Allow-Origin: *, or use the file rack-or-rent.html instead.");
      return;
    }
    if (location.protocol === "file:") {
      tell("browsers run nothing from a disk that is in several files.", "Open rack-or-rent.html beside it, the page as one file.");
      return;
    }
    tell("its start script did not run.", "The server may send .js files as plain text (it must be text/javascript), or the browser is older than 2023.");
  }

  say("Starting…", ""); // not in the HTML: without scripts nothing starts
  addEventListener("rack-or-rent:failed", explain);
  setTimeout(explain, 4000);
})();
