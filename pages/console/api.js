// The console's JSON, with the token of this tab.

import { Problem, request } from "../shared/dom.js";

const KEPT = "console-token";

export function token() {
  return sessionStorage.getItem(KEPT);
}

/** @param value null forgets it */
export function keepToken(value) {
  if (value) sessionStorage.setItem(KEPT, value);
  else sessionStorage.removeItem(KEPT);
}

/** @param path below /api/ */
export async function get(path) {
  return call("GET", path);
}

export async function post(path, body = {}) {
  return call("POST", path, body);
}

async function call(method, path, body) {
  try {
    return await request(method, `/api/${path}`, token(), body);
  } catch (problem) {
    if (problem instanceof Problem && problem.status === 401) {
      window.dispatchEvent(new CustomEvent("unauthenticated", { detail: problem.message }));
    }
    throw problem;
  }
}

/** The moods and words of the states of webhooks, the worst first. */
const STATES = {
  suspended: ["bad", "suspended"],
  "no-client": ["warning", "waits for an API client"],
  "backing-off": ["warning", "backing off"],
  held: ["warning", "held by the operator"],
  healthy: ["good", "healthy"],
  disabled: ["quiet", "disabled"],
};

export function stateOf(status) {
  const [mood, words] = STATES[status.state] ?? ["quiet", status.state];
  const held = status.state === "healthy" && status.heldRemovals > 0;
  return { mood: held ? "warning" : mood, words: held ? "holds removals" : words, rank: Object.keys(STATES).indexOf(status.state) };
}
