import { randomBytes } from 'node:crypto';
import DescopeClient from '@descope/node-sdk';
import { page } from './page.js';

/** Scripts on the page cannot read the cookies, and other sites cannot post with them. */
const cookies = { httpOnly: true, sameSite: 'lax', secure: process.env.NODE_ENV === 'production', path: '/' };

/** Adds the routes that sign in and out, and `app.requireSession` for routes that need a signed-in user. */
export async function sso(app, { projectId, baseUrl, tenant, appUrl }) {
  const latchkey = DescopeClient({ projectId, baseUrl });
  app.decorateRequest('session', null);

  app.decorate('requireSession', async (request, reply) => {
    const { DS, DSR } = request.cookies;
    if (!DSR) return reply.redirect('/login', 303);
    try {
      // The session JWT is valid for ten minutes. After that, the refresh JWT is exchanged for a new pair.
      const session = await latchkey.validateAndRefreshSession(DS, DSR);
      if (session.refreshJwt) setTokens(reply, { sessionJwt: session.jwt, refreshJwt: session.refreshJwt });
      request.session = session.token;
    } catch (error) {
      request.log.info(error);
      return reply.redirect('/login', 303);
    }
  });

  app.get('/login', (request, reply) =>
    reply.type('text/html').send(
      page('Sign in', {
        text: request.query.refused ?? '',
        form: { action: '/login', button: `Sign in with SSO` },
      }),
    ),
  );

  app.post('/login', async (_request, reply) => {
    // Only the browser that started the sign-in has this value, so no one can finish it with another person's code.
    const state = randomBytes(16).toString('base64url');
    const started = await latchkey.saml.start(tenant, `${appUrl}/callback?state=${state}`);
    if (!started.ok) return reply.redirect(refused(started.error?.errorMessage), 303);
    reply.setCookie('state', state, { ...cookies, maxAge: 600 });
    return reply.redirect(started.data.url, 303);
  });

  app.get('/callback', async (request, reply) => {
    const { code, state, err } = request.query;
    const expected = request.cookies.state;
    reply.clearCookie('state', cookies);
    if (!state || state !== expected) return reply.redirect(refused('Please start again'), 303);
    if (!code) return reply.redirect(refused(err), 303);
    const signedIn = await latchkey.saml.exchange(code);
    if (!signedIn.ok) return reply.redirect(refused(signedIn.error?.errorMessage), 303);
    setTokens(reply, signedIn.data);
    return reply.redirect('/account', 303);
  });

  app.post('/logout', async (request, reply) => {
    if (request.cookies.DSR) await latchkey.logout(request.cookies.DSR);
    reply.clearCookie('DS', cookies).clearCookie('DSR', cookies);
    return reply.redirect('/login', 303);
  });
}
// Makes the routes and decorators visible outside of this plugin.
sso[Symbol.for('skip-override')] = true;

function setTokens(reply, { sessionJwt, refreshJwt }) {
  reply.setCookie('DS', sessionJwt, cookies).setCookie('DSR', refreshJwt, cookies);
}

const refused = (reason = 'Latchkey cannot be reached') => `/login?refused=${encodeURIComponent(reason)}`;
