// <rack-or-rent>: Rack or Rent in a sandboxed frame sized to its content. docs/embed.md has its attributes, methods
// and events. No dependencies. A classic script, so that pages of any origin can load it from the page's folder.
if (!customElements.get("rack-or-rent")) {
  const VERSION = 1;
  const OURS = "rack-or-rent:";
  const HEIGHT = 600;
  const TALLEST = 20000;
  const PATIENCE_MS = 30000;
  const SANDBOX = "allow-scripts allow-popups allow-popups-to-escape-sandbox allow-downloads";
  const NO_ADDRESS = "src must be an http, https or file URL";
  /** A text as an address that a frame may have, or nothing. */
  const address = (text, base) => {
    try {
      const found = new URL(text, base);
      return /^(https?|file):$/.test(found.protocol) ? found : undefined;
    } catch {
      return undefined;
    }
  };
  // The page as one file: it runs in a sandbox without any server configuration.
  const PAGE = address("../rack-or-rent.html", document.currentScript?.src || document.baseURI)?.href;
  const WAYS = { view: ["full", "answer", "chart", "plans", "demand", "costs", "risk", "sources"], theme: ["auto", "light", "dark"], background: ["paper", "none"] };

  const style = new CSSStyleSheet();
  style.replaceSync(":host { display: block; } :host([hidden]) { display: none; } iframe { display: block; width: 100%; border: 0; }");

  class RackOrRent extends HTMLElement {
    static observedAttributes = ["src", "link", "view", "theme", "background", "height", "title", "loading"];
    #frame = document.createElement("iframe");
    #asked = new Map();
    #last = 0;
    #listens = false; // the frame, once it has sent its first message
    #refused = ""; // why there is no frame
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
      this.#frame.removeAttribute("src"); // a frame that moves in the document reloads
      this.#listens = false;
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
      const page = address(this.getAttribute("src") || PAGE, document.baseURI);
      if (page) {
        this.#refused = "";
        page.hash = [...keys, ...(link ? [link] : [])].join("&");
        if (this.#frame.src !== page.href) {
          this.#listens = false;
          this.#frame.src = page.href;
        }
      } else {
        this.#refuse();
      }
      const height = Number.parseInt(this.getAttribute("height"), 10);
      this.#frame.height = height > 0 ? height : this.#frame.height || HEIGHT;
      this.#frame.title = this.getAttribute("title") || "Rack or Rent: rent GPUs, or own them?";
      if (this.hasAttribute("loading")) this.#frame.loading = this.getAttribute("loading");
    }

    // A frame that already shows a page keeps it.
    #refuse() {
      const detail = { type: `${OURS}error`, v: VERSION, about: "page", errors: [{ fields: ["src"], severity: "error", message: NO_ADDRESS }] };
      if (!this.#frame.hasAttribute("src")) {
        this.#refused = NO_ADDRESS;
        this.#failed(detail);
      }
      this.dispatchEvent(new CustomEvent(detail.type, { detail }));
    }

    // A message can be anything: the frame may show a page other than ours.
    #heard({ source, data }) {
      if (!source || source !== this.#frame.contentWindow || data?.v !== VERSION || typeof data.type !== "string" || !data.type.startsWith(OURS)) return;
      const type = data.type.slice(OURS.length);
      if (type === "size" && !this.hasAttribute("height") && typeof data.height === "number" && data.height > 0) this.#frame.height = Math.min(Math.ceil(data.height), TALLEST);
      if (type === "ready") {
        this.#listens = true;
        for (const { send } of [...this.#asked.values()]) send();
      }
      if (type === "error") this.#failed(data);
      else this.#settled(data.id)?.yes(data);
      this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
    }

    // An error about the page as a whole settles everything that waits.
    #failed({ about, id, errors }) {
      const all = Array.isArray(errors) ? errors : [];
      const words = all.map((each) => each?.message).filter((each) => typeof each === "string").join("; ");
      const error = Object.assign(new Error(words || "The page refused without giving a reason"), { errors: all });
      for (const each of about === "page" ? [...this.#asked.keys()] : [id]) this.#settled(each)?.no(error);
    }

    /** What waits under a number, which then waits no longer. */
    #settled(id) {
      const waiting = this.#asked.get(id);
      this.#asked.delete(id);
      clearTimeout(waiting?.timer);
      return waiting;
    }

    #ask(type, rest) {
      const id = (this.#last += 1);
      return new Promise((yes, no) => {
        if (this.#refused) return no(new Error(this.#refused));
        const send = () => {
          try {
            this.#frame.contentWindow?.postMessage({ ...rest, type: OURS + type, v: VERSION, id }, "*");
          } catch (error) {
            this.#settled(id)?.no(error); // a scenario that is not plain data
          }
        };
        const timer = setTimeout(() => this.#settled(id)?.no(new Error(`No answer to ${type} within ${PATIENCE_MS / 1000} s`)), PATIENCE_MS);
        this.#asked.set(id, { yes, no, send, timer });
        if (this.#listens) send();
      });
    }
  }

  customElements.define("rack-or-rent", RackOrRent);
}
