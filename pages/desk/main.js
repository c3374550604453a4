// The partners' page: asks for the client once, and shows the page that the address names.

import { el, field, form, notice, show } from "../shared/dom.js";
import { isSignedIn, onEnd, signIn, signInWith, signOut, tokenEndpoint } from "./api.js";
import { configuration } from "./configuration.js";
import { copy } from "./copy.js";
import { deliveries } from "./deliveries.js";
import { variants } from "./variants.js";
import { webhook } from "./webhook.js";
import { fault, guide } from "./words.js";

const PAGES = { webhook, deliveries, variants, copy, configuration };
const leave = document.getElementById("leave");
const name = document.getElementById("name");
let visit = null;

/** Each page is given its address, and a signal that it was left. */
async function open() {
  if (location.hash && !location.hash.startsWith("#/")) return;
  visit?.abort();
  visit = new AbortController();
  const { signal } = visit;
  if (!isSignedIn()) {
    askWho();
    return;
  }
  try {
    const [path, query] = location.hash.slice(2).split("?");
    const [page, ...parts] = path.split("/").map(decodeURIComponent);
    await (PAGES[page] ?? webhook)({ parts, query: new URLSearchParams(query), signal });
  } catch (problem) {
    if (!signal.aborted && isSignedIn()) show("Not possible", fault(problem));
  }
}

function askWho(why) {
  leave.hidden = document.querySelector("nav").hidden = true;
  name.textContent = "Partner Catalog";
  const said = el("div", {}, why && notice("warning", why));
  const entered = (attempt) => async (given) => {
    said.replaceChildren(notice(null, "Signing in …"));
    try {
      welcome(await attempt(given));
    } catch (problem) {
      said.replaceChildren(fault(problem));
    }
  };
  const password = { name: "secret", type: "password", required: true, autocomplete: "off" };
  show("Sign in",
    el("div", { class: "sign-in" },
      el("p", {}, "See why your webhook isn't arriving and make it arrive, look up variants, and check your copy. ", guide("desk", "About this page"), "."),
      said,
      tokenEndpoint
        ? form("Sign in", entered((given) => signIn(given.client.trim(), given.secret.trim())),
            field("Client id", { name: "client", required: true, autocomplete: "username" }), field("Client secret", password))
        : form("Use this token", entered((given) => signInWith(given.secret.trim())), field("Access token of your issuer", password)),
      el("p", { class: "quiet" }, "Nothing of it is stored: closing or reloading this page signs you out.")));
}

function welcome(partner) {
  name.textContent = partner.partnerName || partner.partnerId;
  leave.hidden = document.querySelector("nav").hidden = false;
  if (location.hash.startsWith("#/")) open();
  else location.hash = "#/webhook";
}

onEnd((why) => {
  visit?.abort();
  askWho(why);
});
leave.addEventListener("click", () => signOut());
document.querySelector(".skip").addEventListener("click", (event) => {
  // The address names a page, so the link doesn't change it.
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", open);
open();
