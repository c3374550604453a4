// Why a partner's record of a variant looks as it does.

import { choice, el, facts, field, form, notice, show, table } from "../shared/dom.js";
import { get } from "./api.js";

const NAMES = ["partner", "company", "location", "by", "identifier", "all"];

export async function explain(here, query) {
  const given = Object.fromEntries(NAMES.map((name) => [name, query.get(name) ?? ""]));
  const digits = { inputmode: "numeric", pattern: "[0-9]+" };
  const ask = form("Explain", (fields) => {
    const asked = new URLSearchParams(Object.entries(fields).filter(([, value]) => value));
    location.hash = `#/explain?${asked}`;
  },
    field("Partner", { name: "partner", value: given.partner, required: true }),
    field("Company", { name: "company", value: given.company, required: true, ...digits }),
    field("Location (company-wide if empty)", { name: "location", value: given.location, ...digits }),
    field("By", choice({ name: "by" }, ["barcode", "sku"], given.by)),
    field("Barcode or SKU", { name: "identifier", value: given.identifier, required: true }),
    field("Also what doesn't differ", { type: "checkbox", name: "all", value: "yes", checked: given.all === "yes" }));
  const answer = el("div");
  show("Explain a record", ask, answer);
  if (!given.identifier) return;
  answer.replaceChildren(el("p", { class: "quiet" }, "Reading …"));
  try {
    const asked = { partner: given.partner, company: given.company, location: given.location, [given.by]: given.identifier };
    const explanation = await get(`explain?${new URLSearchParams(asked)}`);
    answer.replaceChildren(...drawn(explanation, given.all === "yes"));
  } catch (problem) {
    answer.replaceChildren(notice("bad", problem.message));
  }
}

/** Simple members first, then a table for each list, then what is nested. */
function drawn(explanation, all) {
  const { record, refusal, ...rest } = explanation;
  const members = Object.entries(rest).filter(([, value]) => value !== null);
  const isTable = (value) => Array.isArray(value) && value.length > 0 && value.every((item) => item !== null && typeof item === "object");
  const simple = members.filter(([, value]) => !isTable(value) && (typeof value !== "object" || Array.isArray(value)));
  return [
    refusal ? notice("warning", `The partner gets nothing here: the API returns ${refusal}`) : null,
    facts(simple.map(([name, value]) => [words(name), Array.isArray(value) ? value.map(plain).join(", ") : plain(value)])),
    members.filter(([, value]) => isTable(value)).map(([name, rows]) => [el("h2", {}, words(name)), rowsOf(words(name), rows, all)]),
    members.filter(([name]) => !simple.some(([other]) => other === name)).filter(([, value]) => !Array.isArray(value))
      .map(([name, value]) => [el("h2", {}, words(name)), el("pre", {}, JSON.stringify(value, null, 2))]),
    record ? [el("h2", {}, "Record"), el("pre", {}, JSON.stringify(record, null, 2))] : null,
  ].flat(Infinity).filter(Boolean);
}

function rowsOf(caption, rows, all) {
  const shown = rows.filter((row) => all || differs(row));
  if (!shown.length) return el("p", { class: "quiet" }, "No two layers differ.");
  const names = [...new Set(shown.flatMap(Object.keys))];
  return table(caption, names.map((name) => ({ title: words(name), cell: (row) => cell(row[name]) })), shown);
}

/** Whether a layer replaces another's value, or something hides one; true where there are no layers. */
function differs(row) {
  const layers = Object.values(row).filter(isLayer);
  return !layers.length || new Set(layers.map(({ value }) => JSON.stringify(value))).size > 1 || layers.some(({ outcome }) => !["won", "replaced"].includes(outcome));
}

function isLayer(value) {
  return value !== null && typeof value === "object" && "outcome" in value && "value" in value;
}

function cell(value) {
  if (value === null || value === undefined) return null;
  if (isLayer(value)) {
    const kind = value.outcome === "won" ? "won" : value.outcome === "replaced" ? "" : "off";
    return el("div", { class: "prose" }, el("span", { class: `outcome ${kind}` }, value.outcome.replaceAll("-", " ")), " ", el("code", {}, plain(value.value)));
  }
  const text = Array.isArray(value) ? value.map(plain).join(", ") : plain(value);
  return text.length > 24 ? el("span", { class: "prose" }, text) : text;
}

function plain(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** "companyId" and "company-id" as "company id". */
function words(name) {
  const text = name.replaceAll("-", " ").replace(/[a-z][A-Z]/g, (pair) => `${pair[0]} ${pair[1].toLowerCase()}`);
  return text[0].toUpperCase() + text.slice(1);
}
