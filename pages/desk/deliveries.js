// The latest attempts to deliver, and one message with all of its attempts.

import { badge, button, choice, count, el, facts, field, number, show, table } from "../shared/dom.js";
import { get } from "./api.js";
import { guide, json, moment, text } from "./words.js";

const PAGE = 20;
const MOODS = { accepted: "good", refused: "warning", failed: "bad" };
const OUTCOMES = { "": "all", accepted: "accepted", refused: "refused, for their content", failed: "failed, to be retried" };

export async function deliveries({ parts, query, signal }) {
  const all = (await get("/v1/partner/webhook/deliveries")).deliveries;
  if (signal.aborted) return;
  if (parts.length) delivery(parts[0], all);
  else list(query, all);
}

function list(query, all) {
  const wanted = query.get("outcome") ?? "";
  const found = all.filter((attempt) => !wanted || attempt.outcome === wanted);
  const last = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(Math.max(1, Number(query.get("page")) || 1), last);
  const go = (outcome, to) => (location.hash = `#/deliveries?${new URLSearchParams({ outcome, page: to })}`);
  const outcome = choice({ onchange: () => go(outcome.value, 1) }, []);
  outcome.append(...Object.entries(OUTCOMES).map(([value, words]) => el("option", { value, selected: value === wanted }, words)));
  show("Deliveries",
    el("p", {}, "The latest attempts to deliver to your endpoint, newest first. ", guide("webhooks#retries", "What we do after each answer")),
    el("div", { class: "fields" }, field("Outcome", outcome)),
    found.length
      ? table(`${count(found.length, "attempt")}, page ${page} of ${last}`, [
          { title: "Time", cell: (attempt) => el("a", { href: `#/deliveries/${encodeURIComponent(attempt.id)}` }, moment(attempt.time)) },
          { title: "Outcome", cell: mood },
          { title: "Status", cell: (attempt) => attempt.status ?? "none" },
          { title: "Took", cell: (attempt) => `${number(attempt.durationMs)} ms`, number: true },
          { title: "Contains", cell: content },
          { title: "Error", cell: (attempt) => attempt.error && el("span", { class: "prose" }, attempt.error) },
        ], found.slice((page - 1) * PAGE, page * PAGE))
      : el("p", {}, "There are none. ", guide("troubleshooting#nothing-arrives-at-my-endpoint", "Nothing arrives at my endpoint")),
    last > 1 && el("div", { class: "buttons" },
      page > 1 && button("Newer", () => go(wanted, page - 1), "minor"),
      page < last && button("Older", () => go(wanted, page + 1), "minor")));
}

function mood({ outcome }) {
  return badge(MOODS[outcome] ?? "quiet", outcome);
}

function content({ type, records, removed }) {
  if (type === "webhook.ping") return "a ping";
  return [records && count(records, "record"), removed && count(removed, "removal")].filter(Boolean).join(", ") || "nothing";
}

function delivery(id, all) {
  const attempts = all.filter((attempt) => attempt.id === id);
  show("Delivery", el("p", {}, el("a", { href: "#/deliveries" }, "All deliveries")), facts([["Message", el("code", {}, id)]]),
    attempts.length ? attempts.map(attempted) : el("p", {}, "It isn't among the latest deliveries any more."));
}

function attempted(attempt) {
  return el("section", {},
    el("h2", {}, "Attempt ", moment(attempt.time)),
    el("p", {}, mood(attempt)),
    facts([
      ["Status", attempt.status ?? "no response"],
      ["Took", `${number(attempt.durationMs)} ms`],
      ["Contains", content(attempt)],
      ["Error", attempt.error],
    ]),
    attempt.response ? response(attempt.response) : el("p", { class: "quiet" }, "There was no response, or it had no body."));
}

/** Its first kilobyte, in which JSON may break off. */
function response(body) {
  const title = "Response";
  try {
    return json(title, JSON.parse(body));
  } catch {
    return text(title, body);
  }
}
