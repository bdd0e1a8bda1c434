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
    if (typeof WebAssembly !== "object") return "this browser does not support WebAssembly.";
    try {
      new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]));
      return "";
    } catch (error) {
      return "this site's security policy blocks WebAssembly.";
    }
  }

  function explain() {
    if (globalThis.rackOrRentStarted || told) return;
    var refused = wasmRefused();
    if (refused) {
      tell(refused, "Use a browser from 2023 or later; the site must allow 'wasm-unsafe-eval' in script-src.");
      return;
    }
    var failed = globalThis.rackOrRentFailed;
    if (failed) {
      tell("its program could not be loaded (" + failed + ").", "Reload. If the problem persists, files are missing on the server or were changed by a proxy.");
      return;
    }
    if (globalThis.rackOrRentStarting) {
      say("Still loading over a slow network. The page starts as soon as the program has arrived.", "");
      return;
    }
    if (globalThis.origin === "null" && location.protocol !== "file:") {
      tell("the server does not let sandboxed frames read its files.", "The server must send Access-Control-Allow-Origin: *, or use the single-file version, rack-or-rent.html.");
      return;
    }
    if (location.protocol === "file:") {
      tell("browsers do not run pages that consist of several files from a disk.", "Open rack-or-rent.html in the same folder, the single-file version.");
      return;
    }
    tell("its start script did not run.", "The server may send .js files as plain text (it must be text/javascript), or the browser may be older than 2023.");
  }

  say("Starting…", ""); // not in the HTML: without scripts nothing starts
  addEventListener("rack-or-rent:failed", explain);
  setTimeout(explain, 4000);
})();
