// The partner's companies and locations, and what applies at one of them.

import { el, facts, show, table } from "../shared/dom.js";
import { get } from "./api.js";
import { guide, json, nameOf } from "./words.js";

const FLAGS = {
  badges: "Badges",
  labels: "Labels",
  cannabinoidOverrides: "Cannabinoids of the company",
  displayNameOverrides: "Display names of the company and its locations",
};

export async function configuration({ parts: [company, location], signal }) {
  const partner = await get("/v1/partner");
  const effective = company && (await get(`/v1/${encodeURIComponent(company)}/location/${encodeURIComponent(location ?? company)}`));
  if (signal.aborted) return;
  if (effective) one(partner, effective);
  else all(partner);
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

function yes(flag) {
  return flag ? "yes" : "no";
}

function one(partner, { companyId, locationId, allowedFields, variantAssetConfig }) {
  const assets = Object.entries(variantAssetConfig).flatMap(([type, entries]) => entries.map((entry) => ({ type, ...entry })));
  show(nameOf(partner, companyId, locationId),
    el("p", {}, el("a", { href: "#/configuration" }, "All companies and locations")),
    el("p", {}, "What applies here, after the company's configuration and the location's own."),
    el("h2", {}, "Flags"),
    facts(Object.entries(FLAGS).map(([flag, words]) => [words, yes(allowedFields[flag])])),
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
