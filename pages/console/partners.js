// The partners, and one of them.

import { age, badge, button, choice, confirm, copyButton, count, el, facts, field, form, notice, number, show, table, time } from "../shared/dom.js";
import { get, post, stateOf } from "./api.js";

const MOST_SHOWN = 500;

export async function partners() {
  const { fault, partners: all } = await get("partners");
  const list = el("div");
  const order = {};
  const columns = [
    { title: "Partner", cell: ({ status }) => el("a", { href: `#/partners/${status.partnerId}` }, status.partnerId), sort: ({ status }) => status.partnerId },
    { title: "Name", cell: ({ name }) => el("span", { class: "prose" }, name), sort: ({ name }) => name },
    { title: "Webhook", cell: ({ status }) => state(status), sort: ({ status }) => stateOf(status).rank },
    { title: "Due", cell: ({ status }) => number(status.due), sort: ({ status }) => status.due, number: true },
    { title: "Waiting", cell: ({ status }) => waiting(status), sort: ({ status }) => (status.oldestDue ? -Date.parse(status.oldestDue) : -Infinity), number: true },
    { title: "Last success", cell: ({ status }) => time(status.lastSuccess), sort: ({ status }) => status.lastSuccess ?? "" },
    { title: "Why", cell: ({ status }) => status.reason && el("span", { class: "prose" }, status.reason) },
  ];
  const draw = (text) => {
    const wanted = text.toLowerCase();
    const found = all.filter(({ name, status }) => `${status.partnerId} ${name} ${stateOf(status).words}`.toLowerCase().includes(wanted));
    const more = found.length - MOST_SHOWN;
    list.replaceChildren(
      table(`${count(found.length, "partner")}, the worst first`, columns, found.slice(0, MOST_SHOWN), order),
      more > 0 ? el("p", {}, `And ${number(more)} more: look for them by id, name or state.`) : "");
  };
  const search = field("Find by id, name or state", { type: "search", oninput: (event) => draw(event.target.value) });
  draw("");
  show("Partners", fault && notice("bad", fault), el("div", { class: "fields" }, search), list);
}

function state(status) {
  const { mood, words } = stateOf(status);
  return badge(mood, words);
}

function waiting(status) {
  return status.oldestDue && age((Date.now() - Date.parse(status.oldestDue)) / 1000);
}

export async function partner(here, id) {
  const said = el("div", { tabindex: "-1" });
  const status = el("div");
  const clients = el("div");
  const deliveries = el("div");

  const draw = async () => {
    const now = await get(`partners/${encodeURIComponent(id)}`);
    status.replaceChildren(webhook(now));
    clients.replaceChildren(clientTable(now.clients, act));
    deliveries.replaceChildren(deliveryTable(now.attempts));
    return now;
  };
  // What was done, or why not, is said above; the topics show it a moment later.
  const act = async (path, done, body) => {
    try {
      const answer = await post(path, body);
      said.replaceChildren(...[done(answer)].flat());
      await new Promise((resolve) => setTimeout(resolve, 1500));
      if (!here.aborted) await draw();
    } catch (problem) {
      said.replaceChildren(notice("bad", problem.message));
    }
    said.focus();
  };
  const path = `partners/${encodeURIComponent(id)}`;
  const good = (text) => () => notice("good", text);
  const suspend = async () => {
    if (await confirm("Suspend the webhook", "Suspend", el("p", {}, `Nothing is sent to ${id} until it is resumed, and the partner can't resume it. Nothing is lost.`))) {
      act(`${path}/suspend`, good("The webhook is held."));
    }
  };
  const resumed = ({ status: after, applied }) =>
    notice(applied ? "good" : "warning", applied ? `The webhook is ${stateOf(after).words}${after.reason ? `: ${after.reason}` : ""}.` : "Requested; the webhook sink hasn't acted on it yet.");
  const resync = async ({ company, location, barcode }) => {
    const scope = company ? `company ${company}${location && `, location ${location}`}${barcode && `, barcode ${barcode}`}` : "everything";
    if (await confirm("Send again", "Send again", el("p", {}, `This sends ${scope} to ${id} again.`))) {
      const body = { companyId: company || null, locationId: location || null, barcode: barcode || null };
      act(`${path}/resync`, good(`The resync of ${scope} was requested.`), body);
    }
  };
  const digits = { inputmode: "numeric", pattern: "[0-9]+" };

  const now = await draw();
  show(id, el("p", { class: "quiet" }, `${now.name}, ${count(now.companies, "allowed company").replace("companys", "companies")}`), said,
    el("h2", {}, "Webhook"), status,
    el("div", { class: "buttons" },
      button("Resume", () => act(`${path}/resume`, resumed)),
      button("Ping", () => act(`${path}/ping`, good("A ping is on its way; its outcome will appear among the deliveries.")), "minor"),
      button("Suspend", suspend, "minor")),
    el("h3", {}, "Send again"),
    form("Resync", resync,
      field("Company (all if empty)", { name: "company", ...digits }),
      field("Location", { name: "location", ...digits }),
      field("Barcode", { name: "barcode" })),
    el("h2", {}, "API clients"), clients,
    form("Create a client", ({ clientId }) => act(`${path}/clients`, credentials, { clientId: clientId || null }),
      field("Client id (random if empty)", { name: "clientId", pattern: "[A-Za-z0-9_\\-]{1,64}" })),
    el("h2", {}, "Deliveries"), deliveries);
}

function webhook({ status }) {
  return facts([
    ["State", state(status)],
    ["Why", status.reason],
    ["Failing since", time(status.failingSince)],
    ["Next attempt", time(status.backingOffUntil)],
    ["Suspends at", time(status.suspendsAt)],
    ["Last success", time(status.lastSuccess)],
    ["Due", status.comparing ? `${number(status.due)}, and more is being compared` : number(status.due)],
    ["Oldest due since", time(status.oldestDue)],
    ["Held removals", status.heldRemovals ? number(status.heldRemovals) : null],
    ["Not accepted even alone", status.isolatedRecords
      ? el("ul", {}, status.isolatedRecords.map((record) =>
          el("li", {}, `${record.companyId}/${record.locationId}/${record.barcode} (${count(record.attempts, "attempt")}, ${record.lastOutcome})`)))
      : null],
  ]);
}

function credentials({ clientId, clientSecret }) {
  return notice("good", el("p", {}, "The secret is shown only this once."),
    facts([
      ["Client id", el("code", {}, clientId)],
      ["Client secret", [el("code", {}, clientSecret), " ", copyButton(clientSecret)]],
    ]));
}

function clientTable(clients, act) {
  if (!clients.length) return el("p", { class: "quiet" }, "The partner has no client.");
  const path = ({ clientId }) => `clients/${encodeURIComponent(clientId)}`;
  const rotate = async (client) => {
    if (await confirm("Rotate the secret", "Rotate", el("p", {}, `The secret of ${client.clientId} stops working at once; a new one is shown once.`))) {
      act(`${path(client)}/rotate-secret`, credentials);
    }
  };
  const disable = async (client) => {
    if (await confirm("Disable the client", "Disable", el("p", {}, `The tokens of ${client.clientId} stop working within seconds.`))) {
      act(`${path(client)}/disable`, () => notice("good", `Client ${client.clientId} is disabled.`));
    }
  };
  const enable = (client) => act(`${path(client)}/enable`, () => notice("good", `Client ${client.clientId} is enabled.`));
  return table(count(clients.length, "client"), [
    { title: "Client", cell: ({ clientId }) => el("code", {}, clientId) },
    { title: "Access", cell: ({ enabled }) => (enabled ? badge("good", "enabled") : badge("quiet", "disabled")) },
    { title: "Created", cell: ({ createdAt }) => time(createdAt) },
    { title: "Change", cell: (client) => el("div", { class: "buttons" },
      client.enabled ? button("Disable", () => disable(client), "minor") : button("Enable", () => enable(client), "minor"),
      button("Rotate secret", () => rotate(client), "minor")) },
  ], clients);
}

function deliveryTable(attempts) {
  if (!attempts.length) return el("p", { class: "quiet" }, "None is known.");
  return table(`The latest ${count(attempts.length, "attempt")}`, [
    { title: "At", cell: ({ at }) => time(at) },
    { title: "What", cell: ({ kind }) => kind.toLowerCase() },
    { title: "Outcome", cell: ({ outcome }) => badge(outcome === "DELIVERED" || outcome === "ACCEPTED" ? "good" : "warning", outcome.toLowerCase().replaceAll("_", " ")) },
    { title: "Status", cell: ({ httpStatus }) => httpStatus, number: true },
    { title: "Time", cell: ({ durationMs }) => `${number(durationMs)} ms`, number: true },
    { title: "Records", cell: ({ records }) => number(records), number: true },
    { title: "Removed", cell: ({ removed }) => number(removed), number: true },
    { title: "Error", cell: ({ error }) => error && el("span", { class: "prose" }, error) },
  ], attempts);
}
