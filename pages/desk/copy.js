// Compares a file with what the service has. The file stays in the browser: digests and differing records are asked for.

import { count, el, field, form, notice, number, show, table } from "../shared/dom.js";
import { digestPath, get, getPatiently, post } from "./api.js";
import { canonical, digests, records } from "./digest.js";
import { fault, guide, scope } from "./words.js";

/** The service reads all that a place lists for each range. */
const MOST_RANGES = 8;
const MOST_RECORDS = 200;

export async function copy({ signal }) {
  const partner = await get("/v1/partner");
  if (signal.aborted) return;
  const said = el("div", { "aria-live": "polite" });
  const compare = async ({ company, location, file }) => {
    try {
      said.replaceChildren(...await compared(company, location, file, (...progress) => said.replaceChildren(...progress)));
    } catch (problem) {
      said.replaceChildren(fault(problem));
    }
  };
  show("Copy",
    el("p", {}, "Compares your copy of a location, or of a company as a whole, with the catalog. Choose a file with a record on each line: ",
      guide("keeping-a-copy#as-one-stream", "a snapshot as one stream"), ", or your own copy. Nothing of it is uploaded: this page computes its ",
      guide("keeping-a-copy#prove-that-your-copy-is-right", "digests"), "."),
    !globalThis.crypto?.subtle
      ? notice("bad", "Your browser computes no digests for this address: open the page by https.")
      : partner.allowedCompanies.length
        ? form("Compare", compare, ...scope(partner, null).fields,
            field("File with a record on each line", el("input", { name: "file", type: "file", required: true })))
        : notice("warning", "You have no company yet. The operator adds them."),
    said);
}

async function compared(company, location, file, tell) {
  const bar = el("progress", { max: file.size || 1, value: 0, "aria-label": "Read of the file" });
  tell(bar, el("p", {}, "Reading your file …"));
  const belongs = (record) => String(record.companyId) === company && String(record.locationId) === location;
  const yours = await digests(file, belongs, (read) => (bar.value += read));
  tell(el("p", {}, "Asking for the catalog's digests …"));
  const path = digestPath(company, location);
  const ours = await getPatiently(path);
  // A record that is there twice leaves no trace in the digest, or a wrong one.
  const differing = ours.ranges.filter(({ range, digest, count: records }) => yours.ranges[range].digest !== digest || yours.ranges[range].hashes.size !== records);
  const twice = yours.twice.length > 0 && notice("warning", `Your file has ${count(yours.twice.length, "record")} more than once, such as ${yours.twice[0]}.`);
  if (!differing.length) {
    return [notice("good", `Your copy is right: all of its ${count(ours.count, "record")} are as they should be.`), ...(twice ? [twice] : [])];
  }
  const wrong = [];
  for (const [at, { range }] of differing.slice(0, MOST_RANGES).entries()) {
    tell(el("p", {}, `Asking for range ${at + 1} of ${Math.min(differing.length, MOST_RANGES)} that differ …`));
    wrong.push(...wrongRecords((await getPatiently(`${path}?range=${range}`)).records, yours.ranges[range].hashes));
  }
  const shown = wrong.slice(0, MOST_RECORDS);
  await explain(shown, company, location, file);
  return [
    notice("warning",
      el("p", {}, `Your copy differs in ${count(differing.length, "range")} of 256. It has ${count(yours.count, "record")}, the catalog ${number(ours.count)}.`),
      differing.length > MOST_RANGES && el("p", {}, `These are the differences of the first ${MOST_RANGES} ranges. Correct them, then compare again.`),
      el("p", {}, "What changed since your copy was made differs too. ", guide("troubleshooting#my-copy-is-wrong", "My copy is wrong"))),
    ...(twice ? [twice] : []),
    shown.length
      ? table(`${count(wrong.length, "record")} that differ${wrong.length === 1 ? "s" : ""}${wrong.length > MOST_RECORDS ? `, the first ${MOST_RECORDS}` : ""}`, [
          { title: "Barcode", cell: ({ barcode }) => el("a", { href: `#/variants?${new URLSearchParams({ company, location, by: "barcodes", id: barcode })}` }, el("code", {}, barcode)) },
          { title: "Difference", cell: ({ difference }) => el("span", { class: "prose" }, difference) },
        ], shown)
      : el("p", {}, "No single record differs any more: the catalog changed meanwhile. Compare again."),
  ];
}

function wrongRecords(ours, yours) {
  const right = new Map(ours.map(({ barcode, hash }) => [barcode, hash]));
  const known = ours.filter(({ barcode, hash }) => yours.get(barcode) !== hash)
    .map(({ barcode }) => ({ barcode, difference: yours.has(barcode) ? "differs" : "missing in your copy" }));
  const more = [...yours.keys()].filter((barcode) => !right.has(barcode)).map((barcode) => ({ barcode, difference: "not in the catalog" }));
  return [...known, ...more];
}

/** Names the fields of those records that both have. */
async function explain(wrong, company, location, file) {
  const both = wrong.filter(({ difference }) => difference === "differs");
  if (!both.length) return;
  const barcodes = both.map(({ barcode }) => barcode);
  const yours = await records(file, new Set(barcodes));
  const { variants } = await post(`/v1/${company}/variants/batch-get`, { locationId: Number(location), barcodes });
  const ours = new Map(variants.map((variant) => [variant.barcode, variant]));
  for (const record of both) {
    const [mine, right] = [yours.get(record.barcode) ?? {}, ours.get(record.barcode) ?? {}];
    const names = [...new Set([...Object.keys(right), ...Object.keys(mine)])].filter((name) => canonical(mine[name] ?? null) !== canonical(right[name] ?? null));
    record.difference = names.length ? `${names.join(", ")} ${names.length === 1 ? "differs" : "differ"}` : "differed, and has changed meanwhile";
  }
}
