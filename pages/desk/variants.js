// One variant as the partner gets it, and where its values come from.

import { choice, el, field, form, notice, show, table } from "../shared/dom.js";
import { get, post } from "./api.js";
import { fault, guide, json, nameOf, scope } from "./words.js";

const SOURCES = { BPD: "the product database", Company: "the company", Location: "the location" };

export async function variants({ query, signal }) {
  const partner = await get("/v1/partner");
  if (signal.aborted) return;
  const chosen = Object.fromEntries(query);
  const found = el("div", { "aria-live": "polite" });
  const places = scope(partner, null, chosen);
  const look = async ({ company, location, by, id }) => {
    const wanted = { company, location, by, id: id.trim() };
    // The address names what is shown, so that it can be passed on; it loads nothing anew.
    history.replaceState(null, "", `#/variants?${new URLSearchParams(wanted)}`);
    try {
      const answer = await post(`/v1/${company}/variants/batch-get`, { locationId: Number(location), [by]: [wanted.id] });
      found.replaceChildren(answer.variants.length
        ? el("div", {}, answer.variants.map((variant) => record(variant, nameOf(partner, company, location))))
        : notice("warning", `${nameOf(partner, company, location)} doesn't list it. `, guide("troubleshooting#a-product-isnt-found", "A product isn't found")));
    } catch (problem) {
      found.replaceChildren(fault(problem));
    }
  };
  const by = choice({ name: "by" }, []);
  by.append(...Object.entries({ barcodes: "Barcode", skus: "SKU" }).map(([value, words]) => el("option", { value, selected: value === chosen.by }, words)));
  show("Variants",
    el("p", {}, "A variant as you get it at a location, or at a company as a whole."),
    partner.allowedCompanies.length
      ? form("Look up", look, ...places.fields, field("By", by), field("Barcode or SKU", { name: "id", required: true, value: chosen.id }))
      : notice("warning", "You have no company yet. The operator adds them."),
    found);
  if (chosen.id && places.company()) await look({ company: places.company(), location: places.location(), by: by.value, id: chosen.id });
}

function record(variant, place) {
  const { catalogSource = {}, ...values } = variant;
  return el("section", {},
    table(`${variant.name ?? variant.barcode} at ${place}`, [
      { title: "Field", cell: ([name]) => name },
      { title: "Value", cell: ([, value]) => shown(value) },
      { title: "Comes from", cell: ([name]) => SOURCES[catalogSource[name]] ?? catalogSource[name] },
    ], Object.entries(values)),
    el("p", {}, guide("troubleshooting#a-value-isnt-what-i-expect", "A value isn't what I expect")),
    json("JSON", variant));
}

/** "empty" for what has no content. */
function shown(value) {
  const content = value !== null && typeof value === "object" ? Object.keys(value).length : value;
  if (value === null || value === undefined) return el("span", { class: "quiet" }, "none");
  if (content === 0 && typeof value === "object" || value === "") return el("span", { class: "quiet" }, "empty");
  if (typeof value !== "object") return el("span", { class: "value" }, String(value));
  if (Array.isArray(value) && value.every((each) => typeof each !== "object")) return el("span", { class: "value" }, value.join(", "));
  return el("pre", {}, JSON.stringify(value, null, 2));
}
