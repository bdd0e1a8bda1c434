/** Makes the program panic, as a script of the page: for a moment the browser gives it no elements, while it needs one. */
export function panics() {
  const makers = [[Node.prototype, ["cloneNode"]], [Document.prototype, ["createElement", "createElementNS", "createTextNode", "createComment"]]];
  for (const [prototype, names] of makers) {
    for (const name of names) {
      const make = prototype[name];
      prototype[name] = () => {
        throw new Error("asked to fail");
      };
      setTimeout(() => (prototype[name] = make));
    }
  }
  document.querySelector("[data-opens]").click();
}
