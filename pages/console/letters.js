// The dead letters by cause, and one of them.

import { confirm, button, count, el, facts, notice, number, show, table, time } from "../shared/dom.js";
import { get, post } from "./api.js";

/** The most characters of an event that are shown. */
const LONGEST = 200_000;

/** The most characters of a key, or of an event that is not decoded. */
const LONGEST_RAW = 2_000;

export async function letters(here, query) {
  const at = new Date().toISOString();
  const reason = query.get("reason");
  const { causes, letters: newest } = await get(`dead-letters?${query}`);
  const said = el("div", { tabindex: "-1" });
  if (!causes.length && !newest.length) {
    show("Dead letters", el("p", {}, "There are none."));
    return;
  }
  const link = (cause) => `#/dead-letters?${new URLSearchParams({ topic: cause.topic, reason: cause.reason })}`;
  const byCause = table("The newest by cause", [
    { title: "Cause", cell: (cause) => el("span", { class: "prose" }, cause.reason), sort: (cause) => cause.reason },
    { title: "From", cell: (cause) => cause.topic, sort: (cause) => cause.topic },
    { title: "Letters", cell: (cause) => number(cause.letters), sort: (cause) => cause.letters, number: true },
    { title: "Do", cell: (cause) => el("div", { class: "buttons" },
      el("a", { href: link(cause) }, "Show"),
      button("Replay", () => replay(said, { topic: cause.topic, reason: cause.reason, until: at }), "minor")) },
  ], causes);
  const list = table(reason ? `The newest with the cause: ${reason}` : "The newest of all", [
    { title: "Letter", cell: ({ id }) => el("a", { href: `#/dead-letters/${id}` }, id) },
    { title: "Rejected", cell: (one) => time(one.time) },
    { title: "From", cell: ({ topic }) => topic ?? "unknown" },
    { title: "Key", cell: (one) => el("code", { class: "prose" }, keyOf(one)) },
    { title: "Reason", cell: (one) => el("span", { class: "prose" }, one.reason) },
  ], newest);
  show("Dead letters", said, byCause, reason ? el("p", {}, el("a", { href: "#/dead-letters" }, "All causes")) : null, list);
}

export async function letter(here, id) {
  const at = new Date().toISOString();
  const one = await get(`dead-letters/${encodeURIComponent(id)}`);
  const said = el("div", { tabindex: "-1" });
  show(`Dead letter ${one.id}`, said,
    notice("warning", one.reason),
    facts([
      ["Rejected", time(one.time)],
      ["From", one.topic],
      ["Position", one.topic && `${one.partition}-${one.offset}`],
      ["First published at", one.origin],
      ["Key", el("code", {}, keyOf(one))],
      ["Schema", one.schema],
    ]),
    el("h2", {}, "Event"),
    one.undecodable ? [el("p", {}, `Not decoded: ${one.undecodable}.`), one.valueBase64 && el("pre", {}, text(one.valueBase64))] : el("pre", {}, JSON.stringify(one.value, null, 2).slice(0, LONGEST)),
    el("div", { class: "buttons" },
      button("Replay", () => replay(said, { ids: [one.id] })),
      one.key && button("Replay all of its key", () => replay(said, { topic: one.topic, key: one.key, until: at }), "minor"),
      el("a", { href: "#/dead-letters" }, "All dead letters")));
}

function keyOf({ key, keyBase64 }) {
  return (key ?? keyBase64 ?? "").slice(0, LONGEST_RAW);
}

/** Bytes as text, as far as they are any. */
function text(base64) {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))).slice(0, LONGEST_RAW);
}

const OUTCOMES = {
  replayed: "Replayed",
  replayable: "Would be replayed",
  superseded: "Superseded by a newer event of the key",
  "replayed-before": "Replayed before",
  impossible: "Can't be replayed",
  refused: "Refused by the brokers",
};

/** Says what a replay would do, asks, and does it. */
async function replay(said, selection) {
  try {
    const would = await post("dead-letters/check", selection);
    const replayable = would.outcomes.replayable ?? 0;
    if (!replayable) {
      said.replaceChildren(notice("warning", el("p", {}, "Nothing would be replayed."), outcomes(would)));
    } else if (await confirm("Replay dead letters", `Replay ${count(replayable, "letter")}`, outcomes(would))) {
      said.replaceChildren(notice("good", outcomes(await post("dead-letters/replay", selection))));
    }
  } catch (problem) {
    said.replaceChildren(notice("bad", problem.message));
  }
  said.focus();
}

function outcomes({ outcomes: counts, results }) {
  return [
    facts(Object.entries(counts).map(([outcome, letters]) => [OUTCOMES[outcome] ?? outcome, number(letters)])),
    el("ul", {}, results.slice(0, 10).map(({ id, detail }) => el("li", {}, `${id}: ${detail}`))),
    results.length > 10 ? el("p", {}, "and more") : null,
  ];
}
