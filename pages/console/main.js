// The operators' page: asks for the token once, and shows the page that the address names.

import { el, field, form, notice, show } from "../shared/dom.js";
import { get, keepToken, token } from "./api.js";
import { explain } from "./explain.js";
import { letter, letters } from "./letters.js";
import { overview } from "./overview.js";
import { partner, partners } from "./partners.js";

const PAGES = { overview: [overview], partners: [partners, partner], explain: [explain], "dead-letters": [letters, letter] };
const main = document.querySelector("main");
const forget = document.getElementById("forget");
let leave = null;

async function open() {
  leave?.abort();
  leave = new AbortController();
  const here = leave.signal;
  forget.hidden = !token();
  const [path, query] = location.hash.replace(/^#\//, "").split("?");
  const [name, id] = path.split("/");
  const page = (PAGES[name] ?? [])[id ? 1 : 0];
  if (!page) {
    location.replace("#/overview");
    return;
  }
  main.setAttribute("aria-busy", "true");
  try {
    await page(here, id ? decodeURIComponent(id) : new URLSearchParams(query));
  } catch (problem) {
    if (!here.aborted && problem.status !== 401) show("That didn't work", notice("bad", problem.message), el("p", {}, "Reload the page to try again."));
  }
  if (!here.aborted) main.removeAttribute("aria-busy");
}

function ask(reason) {
  leave?.abort();
  forget.hidden = true;
  const entered = async (fields) => {
    keepToken(fields.token.trim());
    try {
      await get("partners");
      open();
    } catch (problem) {
      if (problem.status !== 401) ask(problem.message);
    }
  };
  const hadToken = token() !== null;
  keepToken(null);
  main.removeAttribute("aria-busy");
  show("Console",
    hadToken && reason ? notice("bad", reason) : null,
    el("p", {}, "The console asks for its token: the content of the file that was given to it as --token-file. This tab keeps it until it is closed."),
    form("Open", entered, field("Token", { type: "password", name: "token", required: true, autocomplete: "current-password" })));
}

window.addEventListener("hashchange", open);
window.addEventListener("unauthenticated", (event) => ask(event.detail));
forget.addEventListener("click", () => {
  keepToken(null);
  ask(null);
});
document.querySelector(".skip").addEventListener("click", (event) => {
  // The address names the page, so it stays.
  event.preventDefault();
  main.focus();
});
open();
