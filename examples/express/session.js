import { latchkey } from './latchkey.js';

/** Scripts on the page cannot read the cookies, and other sites cannot post with them. */
const options = {
  httpOnly: true,
  sameSite: 'lax',
  secure: process.env.NODE_ENV === 'production',
  path: '/',
};

export function startSession(res, { sessionJwt, refreshJwt }) {
  res.cookie('DS', sessionJwt, options).cookie('DSR', refreshJwt, options);
}

export async function endSession(req, res) {
  const { DSR } = readCookies(req);
  if (DSR) await latchkey.logout(DSR);
  res.clearCookie('DS', options).clearCookie('DSR', options);
}

/** Lets signed-in users through, with their claims and tokens in `req.session`. Sends others to the sign-in page. */
export async function requireSession(req, res, next) {
  const { DS, DSR } = readCookies(req);
  if (!DSR) return res.redirect(303, '/login');
  // The session JWT is valid for ten minutes. After that, the refresh JWT is exchanged for a new pair.
  const session = await latchkey.validateAndRefresh(DS, DSR);
  if (!session.ok) {
    if (session.code === 401) return res.redirect(303, '/login');
    throw new Error(session.error.errorMessage);
  }
  if (session.data.refreshed) startSession(res, session.data);
  req.session = session.data;
  next();
}

function readCookies({ headers }) {
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='));
  return Object.fromEntries(pairs);
}
