// Mends a link whose # a mail program wrote as %23: the host answers it with 404.html.
(function () {
  "use strict";
  var parts = location.pathname.split(/%23/i);
  if (parts.length < 2) return;
  var folder = parts[0].replace(/[^/]*$/, "");
  location.replace(folder + "#" + parts.slice(1).join("") + location.search.replace(/^\?/, "&"));
})();
