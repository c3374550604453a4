// The public API, as the client that signed in. Its token and secret are in this module's memory and nowhere else.

import { Problem, request } from "../shared/dom.js";

/** Where tokens are; empty if the issuer is another one, whose token can only be pasted. */
export const tokenEndpoint = document.querySelector("meta[name=token-endpoint]").content;

const RENEWED_BEFORE_MS = 60_000;
const REFUSED = "The client's id or its secret is wrong, or the client is disabled.";

let session = null;
let ended = () => {};

export function onEnd(action) {
  ended = action;
}

export function isSignedIn() {
  return session !== null;
}

/** @return the partner */
export async function signIn(clientId, secret) {
  session = { clientId, secret };
  return begin();
}

export async function signInWith(token) {
  session = { token, until: Infinity };
  return begin();
}

async function begin() {
  try {
    return await get("/v1/partner");
  } catch (problem) {
    session = null;
    throw problem;
  }
}

export function signOut(why) {
  session = null;
  ended(why);
}

async function freshToken() {
  const asking = session;
  if (!asking.token || Date.now() > asking.until - RENEWED_BEFORE_MS) {
    // Calls at the same time wait for the same token.
    asking.renewal ??= renew(asking).finally(() => (asking.renewal = null));
    await asking.renewal;
  }
  return asking.token;
}

async function renew(asking) {
  const form = new URLSearchParams({ grant_type: "client_credentials", client_id: asking.clientId, client_secret: asking.secret });
  let response;
  try {
    response = await fetch(tokenEndpoint, { method: "POST", body: form, cache: "no-store", credentials: "omit", referrerPolicy: "no-referrer" });
  } catch {
    throw new Problem(0, { message: "The token endpoint can't be reached, or doesn't allow pages of this address." });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    throw new Problem(response.status, { message: response.status === 401 ? REFUSED : answer.error_description ?? "There was no token." });
  }
  asking.token = answer.access_token;
  asking.until = Date.now() + answer.expires_in * 1000;
}

async function call(method, path, body) {
  const mine = session;
  if (!mine) throw new Problem(401, { message: "You have signed out." });
  try {
    return await request(method, path, await freshToken(), body);
  } catch (problem) {
    if (problem.status !== 401 || !mine.token) throw problem;
    if (mine.secret && !mine.again) {
      // The token may have been revoked by a new signing key; the secret then still gets another.
      mine.token = null;
      mine.again = true;
      return call(method, path, body).finally(() => (mine.again = false));
    }
    if (session === mine) signOut(mine.secret ? REFUSED : "The token isn't valid any more.");
    throw problem;
  }
}

export const get = (path) => call("GET", path);
export const post = (path, body) => call("POST", path, body);
export const patch = (path, body) => call("PATCH", path, body);

/** For answers that cost much, of which the service computes one at a time. */
export async function getPatiently(path) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await get(path);
    } catch (problem) {
      if (![429, 503].includes(problem.status) || attempt === 5) throw problem;
      await new Promise((resolve) => setTimeout(resolve, attempt * 1000));
    }
  }
}

export function digestPath(company, location) {
  return location === company ? `/v1/${company}/variants/digest` : `/v1/${company}/location/${location}/variants/digest`;
}
