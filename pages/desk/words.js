// What the pages say in the same way: moments, faults, names, guides and JSON.

import { age, choice, copyButton, el, field, notice } from "../shared/dom.js";

const MINUTE = { hour: "2-digit", minute: "2-digit" };

/** "12:54", with the day if it isn't today's. */
export function clock(instant) {
  const date = new Date(instant);
  const today = date.toDateString() === new Date().toDateString();
  return date.toLocaleString([], today ? MINUTE : { day: "numeric", month: "short", ...MINUTE });
}

/** Relative and local; exact on hover. Nothing if there is none. */
export function moment(instant) {
  if (!instant) return null;
  const date = new Date(instant);
  const seconds = (Date.now() - date) / 1000;
  const exact = `${date.toLocaleString()} (${date.toISOString()})`;
  const distance = seconds < 0 ? `in ${age(-seconds)}` : `${age(seconds)} ago`;
  return el("time", { datetime: date.toISOString(), title: exact }, `${distance}, ${clock(instant)}`);
}

export function guide(name, words) {
  return el("a", { href: `/docs/${name}` }, words);
}

/** Why something couldn't be done, with what the service suggests. */
export function fault(problem) {
  const violations = problem.body?.body?.violations ?? [];
  const section = { 401: "401-unauthenticated", 403: "403", 404: "404", 429: "429-or-503", 503: "429-or-503" }[problem.status];
  return notice("bad",
    el("p", {}, problem.message),
    problem.body?.suggestion && el("p", {}, problem.body.suggestion),
    violations.map((each) => el("p", {}, `${each.field}: ${each.problem}`)),
    section && el("p", {}, guide(`troubleshooting#${section}`, "More about this")));
}

/** JSON in a frame, with a button that copies it. */
export function json(title, value) {
  return text(title, JSON.stringify(value, null, 2));
}

export function text(title, content) {
  return el("section", {},
    el("div", { class: "head" }, el("h2", {}, title), copyButton(content)),
    el("pre", { tabindex: "0", role: "region", "aria-label": title }, content));
}

/**
 * Two lists: a company and, depending on it, a location, both by name.
 *
 * @param all what stands for all of a list; null if one must be chosen
 * @return {fields, company(), location()}: ids as text, empty for all
 */
export function scope(partner, all, chosen = {}) {
  const option = (id, name, wanted) => el("option", { value: id, selected: id === wanted }, name);
  const companies = choice({ name: "company", onchange: () => fill() }, []);
  companies.append(...(all ? [option("", all)] : []), ...partner.allowedCompanies.map((each) => option(each.id, named(each), chosen.company)));
  const locations = choice({ name: "location" }, []);
  const company = () => partner.allowedCompanies.find((each) => each.id === companies.value);
  function fill(wanted) {
    const own = company();
    locations.replaceChildren(
      ...(all ? [option("", own ? "all of it" : "–")] : []),
      ...(own ? [option(own.id, "the company as a whole", wanted), ...own.locations.map((each) => option(each.id, named(each), wanted))] : []));
  }
  fill(chosen.location);
  return {
    fields: [field("Company", companies), field("Location", locations)],
    company: () => companies.value,
    location: () => locations.value,
  };
}

function named(place) {
  return place.name || place.id;
}

/** A company or a location by its name. */
export function nameOf(partner, companyId, locationId) {
  const company = partner.allowedCompanies.find((each) => each.id === String(companyId));
  const name = company ? named(company) : String(companyId);
  if (locationId === undefined || String(locationId) === String(companyId)) return name;
  const location = company?.locations.find((each) => each.id === String(locationId));
  return `${name}, ${location ? named(location) : locationId}`;
}
