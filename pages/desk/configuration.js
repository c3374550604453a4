// The partner's companies and locations, and what applies at one of them.

import { el, facts, show, table } from "../shared/dom.js";
import { get } from "./api.js";
import { guide, json, nameOf } from "./words.js";

/** Variants that are asked for their units. */
const SAMPLE = 100;
const UNITS = "cannabisUnitOfMeasure,terpeneUnitOfMeasure";

const FLAGS = {
  badges: "Badges",
  labels: "Labels",
  cannabinoidOverrides: "Cannabinoids of the company",
  displayNameOverrides: "Display names of the company and its locations",
};

export async function configuration({ parts: [company, location = company], signal }) {
  const partner = await get("/v1/partner");
  if (company) {
    const [whole, place] = [`/v1/${encodeURIComponent(company)}`, `/v1/${encodeURIComponent(company)}/location/${encodeURIComponent(location)}`];
    const effective = await get(place);
    // The API gives units with the variants, not with the configuration.
    const { variants } = await get(`${location === company ? whole : place}/variants?limit=${SAMPLE}&fields=${UNITS}`);
    if (!signal.aborted) one(partner, effective, variants);
  } else if (!signal.aborted) {
    all(partner);
  }
}

function all(partner) {
  const places = partner.allowedCompanies.flatMap((company) =>
    [{ company, id: company.id, name: "as a whole" }, ...company.locations.map((location) => ({ company, ...location }))]);
  show("Configuration",
    el("p", {}, "What you may read, and how. ", guide("configuration", "About your configuration")),
    facts([["Partner", partner.partnerName], ["Id", el("code", {}, partner.partnerId)], ["Enabled", yes(partner.enabled)]]),
    places.length > 0 && table("Companies and locations", [
      { title: "Place", cell: ({ company, id, name }) => el("a", { href: `#/configuration/${company.id}/${id}` }, id === company.id ? nameOf(partner, id) : nameOf(partner, company.id, id)) },
      { title: "Kind", cell: ({ company, id }) => (id === company.id ? "company" : "location") },
      { title: "Id", cell: ({ id }) => el("code", {}, id) },
      { title: "Provider", cell: ({ company }) => company.provider },
      { title: "Id there", cell: ({ company, id, providerId }) => el("code", {}, (id === company.id ? company.providerId : providerId) ?? "") },
      { title: "Flags", cell: ({ company }) => flags(company.allowedFields) },
    ], places));
}

function flags(allowed) {
  return el("span", { class: "prose" }, Object.keys(FLAGS).filter((flag) => allowed[flag]).map((flag) => FLAGS[flag]).join("; ") || "none");
}

function units(variants, name) {
  return [...new Set(variants.map((variant) => variant[name]))].filter(Boolean).join(", ") || "none";
}

function yes(flag) {
  return flag ? "yes" : "no";
}

function one(partner, { companyId, locationId, allowedFields, variantAssetConfig }, variants) {
  const assets = Object.entries(variantAssetConfig).flatMap(([type, entries]) => entries.map((entry) => ({ type, ...entry })));
  show(nameOf(partner, companyId, locationId),
    el("p", {}, el("a", { href: "#/configuration" }, "All companies and locations")),
    el("p", {}, "What applies here, after the company's configuration and the location's own."),
    el("h2", {}, "Flags"),
    facts(Object.entries(FLAGS).map(([flag, words]) => [words, yes(allowedFields[flag])])),
    el("h2", {}, "Units"),
    el("p", {}, `Each variant names its own units; these are in use here${variants.length === SAMPLE ? `, by the first ${SAMPLE} variants` : ""}.`),
    facts([["Cannabinoids", units(variants, "cannabisUnitOfMeasure")], ["Terpenes", units(variants, "terpeneUnitOfMeasure")]]),
    el("h2", {}, "Assets"),
    assets.length
      ? table("By variant type", [
          { title: "Variant type", cell: ({ type }) => type || "without a type" },
          { title: "Asset", cell: ({ assetType }) => assetType },
          { title: "At most", cell: ({ limit }) => limit, number: true },
          { title: "Order", cell: ({ order }) => order, number: true },
        ], assets)
      : el("p", {}, "Variants have no assets here."),
    json("JSON", { allowedFields, variantAssetConfig }));
}
