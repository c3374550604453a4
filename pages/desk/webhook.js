// The webhook: what its state means, and what can be done about it.

import { age, button, confirm, count, el, facts, field, form, notice, number, show, table } from "../shared/dom.js";
import { digestPath, get, getPatiently, patch, post } from "./api.js";
import { clock, fault, guide, moment, nameOf, scope } from "./words.js";

const REFRESHED_EVERY_MS = 5000;
const MOST_COUNTED = 20;
const WEBHOOK = "/v1/partner/webhook";
const NOTHING_ARRIVES = "troubleshooting#nothing-arrives-at-my-endpoint";

export async function webhook({ signal }) {
  const [partner, status] = await Promise.all([get("/v1/partner"), get(WEBHOOK)]);
  if (signal.aborted) return;
  const said = el("div", { tabindex: "-1" });
  const now = el("div", {}, state(partner, status));
  const refresh = async () => {
    const next = await get(WEBHOOK);
    if (!signal.aborted) now.replaceChildren(...state(partner, next));
  };
  // What an action brought about; its page stays.
  const act = async (action) => {
    said.replaceChildren(notice(null, "One moment …"));
    let result;
    try {
      result = await action();
      await refresh();
    } catch (problem) {
      result = fault(problem);
    }
    said.replaceChildren(...(result ? [result] : []));
    if (result) said.focus();
  };
  show("Webhook", now, said,
    el("div", { class: "panels" }, controls(act), address(act, status), resync(act, partner), secret(act)));
  const timer = setInterval(() => {
    // What someone reads or selects isn't drawn anew, and neither is a page in the background.
    if (!document.hidden && !now.contains(document.activeElement)) refresh().catch(() => {});
  }, REFRESHED_EVERY_MS);
  signal.addEventListener("abort", () => clearInterval(timer));
}

function state(partner, status) {
  const { mood, words, advice, section } = meaning(status);
  return [
    el("div", { class: `banner ${mood}` },
      el("p", { class: "words" }, words),
      advice && el("p", {}, advice, " ", section && guide(section, "More about this")),
      mood !== "good" && status.enabled && el("p", {}, el("a", { href: "#/deliveries" }, "What your endpoint answered"))),
    facts([
      ["Address", status.url || "none"],
      ["Variants due", number(status.due)],
      ["Oldest due", moment(status.oldestDue)],
      ["Next attempt", moment(status.backingOffUntil)],
      ["Suspended if it still fails", moment(status.suspendsAt)],
      ["In this state since", moment(status.since)],
      ["Failing since", moment(status.failingSince)],
      ["Last failure", status.lastFailure],
      ["Last success", moment(status.lastSuccess)],
      ["The previous secret ends", moment(status.previousSecretSignsUntil)],
    ]),
    ...isolated(partner, status),
  ];
}

function refused(status) {
  return status.isolatedRecords ?? [];
}

function meaning(status) {
  const { state: name, failingSince, lastFailure = "", suspendedBecause = "" } = status;
  const since = failingSince ? ` since ${clock(failingSince)}` : "";
  const answered = statusOf(lastFailure);
  const failure = answered ? `Your endpoint answered ${answered}${since}.` : `Your endpoint has failed${since}${lastFailure && ` (${lastFailure})`}.`;
  if (name === "disabled") {
    return { mood: "quiet", words: "Your webhook is off, so nothing is sent.", advice: "Enter the address of your endpoint below, and send messages to it.", section: "webhooks" };
  }
  if (name === "suspended") {
    const held = suspendedBecause === "held by the operator";
    const last = statusOf(suspendedBecause);
    const why = last ? `because your endpoint answered ${last}` : suspendedBecause || "because your endpoint failed for too long";
    return {
      mood: "bad",
      words: held ? "The operator holds your webhook. Nothing is lost." : `Your webhook is suspended, ${why}. Nothing is lost.`,
      advice: held ? "Only the operator can release it." : `${hint(lastFailure)} Then resume: we send a ping, and if you accept it, everything that is due.`,
      section: "webhooks#suspension",
    };
  }
  if (name === "backing-off") {
    const wait = (new Date(status.backingOffUntil) - Date.now()) / 1000;
    const next = !status.backingOffUntil ? "we try again soon" : wait > 0 ? `we try again in ${age(wait)}` : "we try again now";
    return { mood: "warning", words: `${failure} Nothing is lost; ${next}.`, advice: `${hint(lastFailure)} Then resume, and what is due is sent at once.`, section: NOTHING_ARRIVES };
  }
  const own = refused(status).length;
  if (own) {
    return { mood: "warning", words: `Your webhook works, but you don't accept ${count(own, "record")}.`, advice: "Such records hold up no others, and we keep trying them.", section: "webhooks#isolated-records" };
  }
  if (status.due) {
    return { mood: "good", words: `Your webhook works. ${count(status.due, "variant")} ${status.due === 1 ? "is" : "are"} on the way.`, advice: "If you don't see them at your endpoint, look behind your proxy.", section: NOTHING_ARRIVES };
  }
  return { mood: "good", words: "Your webhook works, and you have everything that is listed for you.", advice: "If your copy lacks something, compare it or resync it.", section: "troubleshooting#my-copy-is-wrong" };
}

/** The HTTP status that a failure's words contain. */
function statusOf(failure) {
  return Number(/\(status (\d{3})\)/.exec(failure)?.[1]);
}

/** What the last failure suggests. */
function hint(failure) {
  const status = statusOf(failure);
  if (failure.includes("redirect")) return "We don't follow redirects: enter the final address.";
  if (status === 401 || status === 403) return "Your endpoint, or a firewall in front of it, doesn't let us in: let it accept our signature.";
  if (status === 404 || status === 405) return "There is nothing for us at this address: correct its path.";
  if (status === 410) return "That asks us to stop: answer 2xx again.";
  if (status) return "Look at your endpoint's log, and correct it.";
  return "Correct your endpoint or its address.";
}

function isolated(partner, status) {
  const records = refused(status);
  if (!records.length) return [];
  return [el("h2", {}, "Records that you don't accept"), table("Those that have waited longest", [
    { title: "Barcode", cell: (record) => el("code", {}, record.barcode) },
    { title: "Place", cell: (record) => nameOf(partner, record.companyId, record.locationId) },
    { title: "Since", cell: (record) => moment(record.since) },
    { title: "Attempts", cell: (record) => number(record.attempts), number: true },
    { title: "Outcome", cell: (record) => el("span", { class: "prose" }, record.lastOutcome) },
  ], records)];
}

function panel(title, ...children) {
  return el("section", {}, el("h2", {}, title), ...children);
}

function controls(act) {
  const resume = () => act(async () => {
    const after = await post(`${WEBHOOK}/resume`);
    return after.state === "suspended"
      ? notice("bad", `It is still suspended: ${after.lastFailure ?? after.suspendedBecause ?? "the ping wasn't accepted"}.`)
      : notice("good", "Your webhook runs again. What is due is being sent.");
  });
  const ping = () => act(async () => {
    const { accepted, attempt } = await post(`${WEBHOOK}/ping`);
    return accepted
      ? notice("good", `Your endpoint accepted the ping, in ${number(attempt.durationMs)} ms.`)
      : notice("bad", `Your endpoint didn't accept the ping: ${attempt.error ?? "it gave no reason"}. ${hint(attempt.error ?? "")}`);
  });
  return panel("Try it",
    el("p", {}, "Resume sends what is due at once; if the webhook is suspended, after a ping. A ping is one signed message that changes nothing."),
    el("div", { class: "buttons" }, button("Resume", resume), button("Ping", ping, "minor")));
}

function address(act, status) {
  const change = ({ url, enabled }) => act(async () => {
    await patch("/v1/partner", { webhook: { url: url.trim(), enabled: enabled !== undefined } });
    return notice("good", "Changed. Send a ping to see whether we reach it.");
  });
  return panel("Your endpoint", form("Change", change,
    el("label", { class: "wide" }, "Address", el("input", { name: "url", type: "text", inputmode: "url", value: status.url, autocomplete: "off", spellcheck: "false" })),
    field("Send messages", { name: "enabled", type: "checkbox", checked: status.enabled })));
}

function resync(act, partner) {
  const places = scope(partner, "all companies");
  const ask = ({ company, location, barcode }) => act(async () => {
    const one = barcode.trim();
    if (one && !location) return notice("bad", "Choose the location of the barcode too, or the company as a whole. Nothing was sent.");
    const what = company ? nameOf(partner, company, location || undefined) : "everything";
    const amount = one ? `the record of barcode ${one}` : await listed(partner, company, location);
    const sure = await confirm(`Resync ${what}?`, "Go on", el("p", {}, `It sends ${amount} once more, to ${(await get(WEBHOOK)).url || "your endpoint"}.`)) &&
      await confirm(`Really send ${amount}?`, "Resync",
        el("p", {}, "What changes meanwhile is sent first. A removal that you have accepted isn't sent again: delete what hasn't arrived again once nothing is due."));
    if (!sure) return null;
    await post(`${WEBHOOK}/resync`, !company ? undefined : { companyId: Number(company), locationId: location ? Number(location) : undefined, barcode: one || undefined });
    return notice("good", `The resync of ${what} has begun: ${amount}.`);
  });
  return panel("Resync", el("p", {}, "Sends all that is listed once more, or a part of it. ", guide("webhooks#resync", "When it helps")),
    form("Resync …", ask, ...places.fields, field("Barcode, for one record", { name: "barcode" })));
}

/** How many records a resync sends, in words. */
async function listed(partner, company, location) {
  const companies = partner.allowedCompanies.filter((each) => !company || each.id === company);
  const places = location ? [[company, location]] : companies.flatMap(({ id, locations }) => [[id, id], ...locations.map((each) => [id, each.id])]);
  if (places.length > MOST_COUNTED) return `all records of ${count(places.length - companies.length, "location")} and ${number(companies.length)} companies as a whole`;
  let sum = 0;
  for (const place of places) sum += (await getPatiently(digestPath(...place))).count;
  return count(sum, "record");
}

function secret(act) {
  const rotate = () => act(async () => {
    if (!await confirm("Make a new secret?", "Make it",
      el("p", {}, "The new secret signs at once, and the previous one beside it for some time. Your endpoint must know the new one before that time is over."))) return null;
    const { secret: made, previousSecretSignsUntil } = await post(`${WEBHOOK}/rotate-secret`);
    return notice("good", el("p", {}, "This is the new secret. Store it now: it isn't shown again."),
      el("p", {}, el("code", { class: "secret" }, made)),
      el("p", {}, `The previous one also signs until ${clock(previousSecretSignsUntil)}. Accept both until then.`));
  });
  return panel("Secret", el("p", {}, "We sign each message, so that you know that it is ours. ", guide("signatures#change-the-secret", "Change the secret")),
    el("div", { class: "buttons" }, button("New secret …", rotate, "minor")));
}
