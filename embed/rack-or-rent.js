// <rack-or-rent>: Rack or Rent in a sandboxed frame that takes the height it needs. docs/embed.md has its attributes,
// methods and events. No dependencies. A classic script, so that pages of any origin may load it from the page's folder.
if (!customElements.get("rack-or-rent")) {
  const VERSION = 1;
  const OURS = "rack-or-rent:";
  const HEIGHT = 600;
  const TALLEST = 20000;
  const PATIENCE_MS = 30000;
  const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads";
  // The page as one file: it needs no permission of its server to run in a sandbox.
  const PAGE = new URL("../rack-or-rent.html", document.currentScript?.src ?? document.baseURI).href;
  const WAYS = { view: ["full", "answer", "chart"], theme: ["auto", "light", "dark"], background: ["paper", "none"] };

  const style = new CSSStyleSheet();
  style.replaceSync(":host { display: block; } :host([hidden]) { display: none; } iframe { display: block; width: 100%; border: 0; }");

  class RackOrRent extends HTMLElement {
    static observedAttributes = ["src", "link", "view", "theme", "background", "height", "title", "loading"];
    #frame = document.createElement("iframe");
    #asked = new Map();
    #last = 0;
    #begun; // done once the frame listens
    #listens;
    #hear = (event) => this.#heard(event);

    constructor() {
      super();
      const shadow = this.attachShadow({ mode: "open" });
      shadow.adoptedStyleSheets = [style];
      this.#frame.setAttribute("sandbox", SANDBOX);
      this.#frame.setAttribute("allow", "clipboard-write");
      this.#frame.referrerPolicy = "no-referrer";
    }

    connectedCallback() {
      addEventListener("message", this.#hear);
      this.#frame.removeAttribute("src"); // moved to another place, a frame begins anew
      this.#place();
      this.shadowRoot.append(this.#frame);
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      this.#frame.remove();
    }

    attributeChangedCallback(name, before, now) {
      if (before !== now && this.isConnected) this.#place();
    }

    /** Puts a scenario on screen: a link's text, or a scenario as an object or JSON. Gives the change it makes. */
    load(given) {
      const isLink = typeof given === "string" && !given.trimStart().startsWith("{");
      return this.#ask("load", isLink ? { link: given } : { scenario: given });
    }

    /** What is on screen as `json`, `link`, `svg`, `png` or `csv`; of a chart by its name. */
    export(format, chart) {
      return this.#ask("export", chart === undefined ? { format } : { format, chart });
    }

    /** What is on screen: its link and its figures. From now on every change comes as an event. */
    hello() {
      return this.#ask("hello", {});
    }

    #place() {
      const way = (name) => WAYS[name].includes(this.getAttribute(name)) ? this.getAttribute(name) : WAYS[name][0];
      const keys = ["embed=1", ...Object.keys(WAYS).map((name) => `${name}=${way(name)}`)];
      const link = (this.getAttribute("link") ?? "").replace(/^[^?#]*[?#]/, "");
      const page = new URL(this.getAttribute("src") || PAGE, document.baseURI);
      page.hash = [...keys, ...(link ? [link] : [])].join("&");
      if (/^(https?|file):$/.test(page.protocol) && this.#frame.src !== page.href) {
        this.#listens = new Promise((done) => { this.#begun = done; });
        this.#frame.src = page.href;
      }
      const height = Number.parseInt(this.getAttribute("height"), 10);
      this.#frame.height = height > 0 ? height : this.#frame.height || HEIGHT;
      this.#frame.title = this.getAttribute("title") || "Rack or Rent: rent GPUs, or own them?";
      if (this.hasAttribute("loading")) this.#frame.loading = this.getAttribute("loading");
    }

    #heard({ source, data }) {
      if (source !== this.#frame.contentWindow || data?.v !== VERSION || typeof data.type !== "string" || !data.type.startsWith(OURS)) return;
      const type = data.type.slice(OURS.length);
      if (type === "size" && !this.hasAttribute("height") && data.height > 0) this.#frame.height = Math.min(data.height, TALLEST);
      if (type === "ready") this.#begun();
      const waiting = this.#asked.get(data.id);
      this.#asked.delete(data.id);
      if (type === "error" && waiting) waiting.no(Object.assign(new Error(data.errors.map((each) => each.message).join("; ")), { errors: data.errors }));
      else waiting?.yes(data);
      this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
    }

    #ask(type, rest) {
      const id = (this.#last += 1);
      return new Promise((yes, no) => {
        this.#asked.set(id, { yes, no });
        setTimeout(() => {
          if (this.#asked.delete(id)) no(new Error(`No answer to ${type} within ${PATIENCE_MS / 1000} s`));
        }, PATIENCE_MS);
        this.#listens?.then(() => this.#frame.contentWindow?.postMessage({ ...rest, type: OURS + type, v: VERSION, id }, "*"));
      });
    }
  }

  customElements.define("rack-or-rent", RackOrRent);
}
