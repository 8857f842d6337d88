// Who is signed in at this browser, and requests on their behalf.

// Only this page of this address can read it; a cookie would go to every program of this machine.
const place = 'roost-session';

/** Why a request was not granted: `code`, `message` and `field` as on the topics. */
export class Refusal extends Error {
  constructor(status, { code, message, field } = {}) {
    super(message || `the gateway answered ${status}`);
    Object.assign(this, { status, code, field });
  }
}

const token = () => localStorage.getItem(place);

export const isSignedIn = () => token() !== null;

export const signOut = () => localStorage.removeItem(place);

/** Calls `then` when somebody signs in or out in another tab: what is shown here is another's now. */
export function onOtherTab(then) {
  addEventListener('storage', ({ key }) => { if (key === place || key === null) then(); });
}

/** Signs in for as long as the password stays the same, some months at the most. */
export async function signIn(user, password) {
  const session = await send('POST', '/api/v1/session', { user, password });
  localStorage.setItem(place, session.token);
}

/** Who is signed in; throws a `Refusal` where nobody is any more. */
export async function signedIn() {
  return (await send('GET', '/api/v1/session')).user;
}

/** Asks the gateway; answers with the `data` of the response. */
export async function ask(noun, verb, payload = {}) {
  return (await send('POST', `/api/v1/request/${noun}/${verb}`, payload)).data;
}

async function send(method, path, payload) {
  const headers = {};
  if (payload) headers['Content-Type'] = 'application/json';
  // A name of its own: a login of a reverse proxy takes `Authorization`.
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
