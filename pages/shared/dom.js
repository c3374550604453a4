// What both pages are made of. All text goes into the page as text nodes, never as markup.

/** An element: el("a", {href: "#/x", onclick: f}, "text", otherElement, [more]). Empty attributes and children are left out. */
export function el(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function number(value) {
  return value === null || value === undefined ? "" : value.toLocaleString("en");
}

/** "1 letter", "2 letters". */
export function count(value, noun) {
  return `${number(value)} ${noun}${value === 1 ? "" : "s"}`;
}

/** A moment in the reader's own time zone, to the second; nothing if there is none. */
export function time(instant) {
  if (!instant) return null;
  const date = new Date(instant);
  const two = (part) => String(part).padStart(2, "0");
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  return el("time", { datetime: date.toISOString(), title: date.toISOString() }, el("span", {}, day), " ", el("span", {}, clock));
}

/** How long ago, roughly: "40 s", "3 min", "5 h", "2 d". */
export function age(seconds) {
  if (seconds < 100) return `${Math.round(seconds)} s`;
  if (seconds < 6000) return `${Math.round(seconds / 60)} min`;
  return seconds < 172800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86400)} d`;
}

/** A state with a colour and a shape. @param mood good, warning, bad or quiet */
export function badge(mood, text) {
  return el("span", { class: `badge ${mood}` }, text);
}

/** What happened, or why nothing did, also for those who listen. @param mood good, warning or bad; none for plain information */
export function notice(mood, ...children) {
  return el("div", { class: `notice ${mood ?? ""}`, role: mood === "bad" ? "alert" : "status" }, ...children);
}

/** Names and values; those without a value are left out. @param pairs [[name, value], ...] */
export function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== null && value !== undefined && value !== "");
  return el("dl", {}, known.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value))));
}

/** An input with its name above. @param input an element, or the attributes of an input */
export function field(name, input) {
  const element = input instanceof Element ? input : el("input", { type: "text", autocomplete: "off", spellcheck: "false", ...input });
  return element.type === "checkbox" ? el("label", { class: "box" }, element, name) : el("label", {}, name, element);
}

export function choice(attributes, options, chosen) {
  return el("select", attributes, options.map((option) => el("option", { value: option, selected: option === chosen }, option)));
}

/** A form that hands its fields to `submit` as an object of texts. */
export function form(label, submit, ...fields) {
  const send = (event) => {
    event.preventDefault();
    submit(Object.fromEntries(new FormData(event.target)));
  };
  return el("form", { class: "fields", onsubmit: send }, ...fields, el("button", { type: "submit" }, label));
}

export function button(label, action, kind) {
  return el("button", { type: "button", class: kind, onclick: action }, label);
}

/** Copies a text, and says so on the button. */
export function copyButton(text, label = "Copy") {
  const copy = button(label, async () => {
    await navigator.clipboard.writeText(text);
    copy.textContent = "Copied";
    setTimeout(() => (copy.textContent = label), 2000);
  }, "minor");
  return copy;
}

/**
 * A table whose rows are cards on a phone. The first column names the row. It sorts by each column that has `sort`.
 *
 * @param caption what it contains; text
 * @param columns [{title, cell: row => content, sort: row => text or number, number: true if aligned right}]
 * @param order {column: index, descending: boolean}, kept by the caller if the table is drawn again; null: as the rows come
 */
export function table(caption, columns, rows, order = {}) {
  const body = el("tbody");
  const heads = columns.map((column, at) => {
    const by = () => {
      order.descending = order.column === at ? !order.descending : Boolean(column.number);
      order.column = at;
      draw();
    };
    return el("th", { scope: "col", class: column.number && "number" }, column.sort ? button(column.title, by) : column.title);
  });
  const row = (item) =>
    el("tr", {}, columns.map(({ title, cell, number: right }, at) =>
      at === 0 ? el("th", { scope: "row" }, cell(item)) : el("td", { "data-of": title, class: right && "number" }, cell(item))));
  function draw() {
    heads.forEach((head, at) => {
      if (at === order.column) head.setAttribute("aria-sort", order.descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    const key = columns[order.column]?.sort;
    const sorted = key ? [...rows].sort((a, b) => compare(key(a), key(b)) * (order.descending ? -1 : 1)) : rows;
    body.replaceChildren(...sorted.map(row));
  }
  draw();
  // A table that scrolls sideways must be reachable by keyboard.
  return el("div", { class: "frame", tabindex: "0", role: "region", "aria-label": caption },
    el("table", {}, el("caption", {}, caption), el("thead", {}, el("tr", {}, heads)), body));
}

function compare(a, b) {
  return typeof a === "number" && typeof b === "number" ? a - b : String(a ?? "").localeCompare(String(b ?? ""));
}

/** Asks before something is done. @return whether to do it */
export function confirm(title, action, ...children) {
  return new Promise((resolve) => {
    const dialog = el("dialog", { "aria-label": title, onclose: () => finish(dialog.returnValue === "yes") },
      el("form", { method: "dialog" }, el("h2", {}, title), ...children,
        el("div", { class: "buttons" },
          el("button", { value: "yes" }, action), el("button", { value: "no", class: "minor", autofocus: true }, "Cancel"))));
    const finish = (answer) => {
      dialog.remove();
      resolve(answer);
    };
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** An answer that isn't a success, with the problem's text. */
export class Problem extends Error {
  constructor(status, body) {
    super(body?.detail ?? body?.title ?? body?.message ?? `the server answered with status ${status}`);
    this.status = status;
    this.body = body;
  }
}

/** JSON from this origin. @param token a bearer token, or null */
export async function request(method, path, token, body) {
  const headers = { Accept: "application/json" };
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), cache: "no-store" });
  } catch {
    throw new Problem(0, { title: "The server can't be reached." });
  }
  const text = await response.text();
  let json = null;
  try {
    json = text ? JSON.parse(text) : null;
  } catch {
    // Whatever stands in front of the server answered.
  }
  if (!response.ok) throw new Problem(response.status, json);
  return json;
}

/** Shows a page: its title, and what it consists of. The heading takes the focus, so that the page is read from there. */
export function show(title, ...children) {
  document.title = `${title} · Partner Catalog`;
  const heading = el("h1", { tabindex: "-1" }, title);
  document.querySelector("main").replaceChildren(heading, ...children.flat(Infinity).filter(Boolean));
  document.querySelectorAll("nav a").forEach((link) => {
    const here = location.hash.split(/[?]/)[0].concat("/").startsWith(`${link.hash}/`);
    if (here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  });
  heading.focus({ preventScroll: true });
}
