// The user who is signed in at this browser, and requests on their behalf.

// Only this page at this address can read it; a cookie would go to every program of this machine.
const place = 'roost-session';

/** Why a request was refused: `code`, `message` and `field` as on the topics. */
export class Refusal extends Error {
  constructor(status, { code, message, field } = {}) {
    super(message || `the gateway answered ${status}`);
    Object.assign(this, { status, code, field });
  }
}

const token = () => localStorage.getItem(place);

export const isSignedIn = () => token() !== null;

export const signOut = () => localStorage.removeItem(place);

/** Calls `then` when a user signs in or out in another tab, after which this page is outdated. */
export function onOtherTab(then) {
  addEventListener('storage', ({ key }) => { if (key === place || key === null) then(); });
}

/** Signs in for as long as the password stays the same, at most some months. */
export async function signIn(user, password) {
  const session = await send('POST', '/api/v1/session', { user, password });
  localStorage.setItem(place, session.token);
}

/** The signed-in user; throws a `Refusal` if there is none any more. */
export async function signedIn() {
  return (await send('GET', '/api/v1/session')).user;
}

/** Sends a request to the gateway; returns the `data` of the response. */
export async function ask(noun, verb, payload = {}) {
  return (await send('POST', `/api/v1/request/${noun}/${verb}`, payload)).data;
}

async function send(method, path, payload) {
  const headers = {};
  if (payload) headers['Content-Type'] = 'application/json';
  // Its own name: the login of a reverse proxy uses `Authorization`.
  if (token()) headers['Roost-Session'] = token();
  let response;
  try {
    response = await fetch(path, { method, headers, body: payload && JSON.stringify(payload) });
  } catch {
    throw new Refusal(0, { message: 'The gateway cannot be reached: is it running?' });
  }
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(response.status, answer.error);
  return answer;
}
