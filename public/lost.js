// Repairs a link whose # a mail program encoded as %23: the host answers it with 404.html.
(function () {
  "use strict";
  var parts = location.pathname.split(/%23/i);
  if (parts.length < 2) return;
  // Two leading slashes would name another host. The setters below treat everything as a path on this host.
  var mended = new URL(location.href);
  mended.pathname = parts[0].replace(/[^/]*$/, "").replace(/^[/\\]+/, "/");
  mended.search = "";
  mended.hash = parts.slice(1).join("") + location.search.replace(/^\?/, "&");
  if (mended.origin === location.origin) location.replace(mended.href);
})();
