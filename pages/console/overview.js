// The overview: what needs attention first, then the flow.

import { badge, count, el, facts, notice, number, show, time } from "../shared/dom.js";
import { get, stateOf } from "./api.js";

const EVERY = 5000;
const INPUTS = ["bpd-variants", "company-overrides", "company-attributes", "location-attributes", "listings", "companies", "company-configs", "location-configs", "partners"];
const RESOLVED = ["resolved-variants", "company-variants", "sku-barcodes", "partner-configs", "scope-configs", "company-directory"];
const TITLES = { "streams-app": "Resolver", "webhook-sink": "Webhook sink" };

export async function overview(here) {
  const content = el("div");
  content.replaceChildren(...drawn(await get("overview")));
  if (here.aborted) return;
  show("Overview", content);
  const again = setInterval(async () => {
    try {
      const now = await get("overview");
      content.replaceChildren(...drawn(now));
    } catch (problem) {
      content.firstElementChild?.matches(".notice") || content.prepend(notice("bad", problem.message));
    }
  }, EVERY);
  here.addEventListener("abort", () => clearInterval(again));
}

function drawn(now) {
  return [
    el("h2", {}, "Needs attention"),
    el("ul", { class: "attention" }, attention(now)),
    totals(now),
    el("h2", {}, "From upstream to webhooks"),
    now.flow ? flow(now) : el("p", { class: "quiet" }, "Nothing has been measured yet."),
    now.flow ? el("p", { class: "quiet" }, "Measured ", time(now.flow.at), ". Rates of resolved topics are upper bounds.") : null,
  ].filter(Boolean);
}

function attention(now) {
  const items = [];
  if (now.fault) items.push([badge("bad", "Incomplete"), " ", now.fault]);
  for (const group of now.flow?.groups ?? []) {
    if (!isStable(group)) items.push([state(group), " ", TITLES[group.application]]);
  }
  for (const text of now.unreadable) items.push([badge("bad", "Can't be read"), " ", text]);
  for (const { name, status } of now.troubled) {
    const { mood, words } = stateOf(status);
    items.push([badge(mood, words), " ", el("a", { href: `#/partners/${status.partnerId}` }, name || status.partnerId), ` (${status.partnerId}), ${number(status.due)} due`]);
  }
  if (now.troubledCount > now.troubled.length) {
    items.push([el("a", { href: "#/partners" }, `and ${number(now.troubledCount - now.troubled.length)} more partners`)]);
  }
  if (now.deadLetters) items.push([badge("warning", "Check"), " ", el("a", { href: "#/dead-letters" }, `at most ${count(now.deadLetters, "dead letter")}`)]);
  if (!items.length) items.push([badge("good", "Nothing")]);
  return items.map((item) => el("li", {}, item));
}

function totals(now) {
  const list = facts([
    ["Partners", el("a", { href: "#/partners" }, number(now.partners))],
    ["Healthy webhooks", `${number(now.healthy)} of ${number(now.partners)}`],
    ["Variants due", number(now.due)],
  ]);
  list.className = "totals";
  return list;
}

function flow(now) {
  const { rates, groups } = now.flow;
  const group = (name) => groups.find(({ application }) => application === name);
  return el("ol", { class: "flow", "aria-label": "Record flow" },
    el("li", {}, topics("Upstream", INPUTS, rates)),
    el("li", {}, application(group("streams-app"))),
    el("li", {}, topics("Resolved", RESOLVED, rates)),
    el("li", {},
      el("section", { class: "stage application" }, el("h3", {}, "Query API"),
        el("p", { class: "quiet" }, "Each instance reports its own state, at /internal/ready and /metrics.")),
      application(group("webhook-sink"), [["Due", number(now.due)], ["Attempts", rate(rates["webhook-attempts"])]])));
}

function topics(title, names, rates) {
  const known = names.map((name) => rates[name]).filter((value) => value !== undefined);
  return el("section", { class: "stage" }, el("h3", {}, title),
    el("p", { class: "rate" }, rate(known.length ? known.reduce((sum, value) => sum + value, 0) : undefined)),
    facts(names.map((name) => [name, rate(rates[name])])));
}

function application(group, more = []) {
  return el("section", { class: "stage application" }, el("h3", {}, TITLES[group.application]), el("p", {}, state(group)),
    facts([["Lag", number(group.lag)], ["Threads", `${group.members} on ${count(group.hosts, "host")}`], ...more]));
}

function isStable(group) {
  return group.members > 0 && group.state === "Stable";
}

function state(group) {
  if (isStable(group)) return badge("good", "Running");
  return group.members === 0 ? badge("bad", "Not running") : badge("warning", `Rebalancing (${group.state})`);
}

function rate(perSecond) {
  return perSecond === undefined ? "…" : `${number(Math.round(perSecond * 10) / 10)}/s`;
}
