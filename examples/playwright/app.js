// The application under test. It sends users to the hosted sign-in page.
import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { createClient } from '@latchkey/client';

const { PROJECT_ID = '', BASE_URL = 'http://localhost:8080', PORT = '3000' } = process.env;
const appUrl = `http://localhost:${PORT}`;
const latchkey = createClient({ projectId: PROJECT_ID, baseUrl: BASE_URL });

const server = createServer(async (request, response) => {
  const { pathname, searchParams } = new URL(request.url, appUrl);
  const cookies = readCookies(request.headers.cookie);
  const redirect = (location) => response.writeHead(303, { location }).end();

  if (pathname === '/login') {
    const state = randomBytes(16).toString('base64url');
    response.appendHeader('set-cookie', cookie('state', state));
    const query = new URLSearchParams({ redirectUrl: `${appUrl}/callback`, state });
    return redirect(`${BASE_URL}/login/${PROJECT_ID}?${query}`);
  }
  if (pathname === '/callback') {
    const isOurs = cookies.state && cookies.state === searchParams.get('state');
    const signedIn = isOurs && (await latchkey.sso.exchange(searchParams.get('code') ?? ''));
    if (!signedIn?.ok) return response.writeHead(401).end('Sign in again');
    keepSession(response, signedIn.data);
    return redirect('/account');
  }
  if (pathname === '/account') {
    const session = cookies.DSR && (await latchkey.validateAndRefresh(cookies.DS, cookies.DSR));
    if (!session?.ok) return redirect('/login');
    if (session.data.refreshed) keepSession(response, session.data);
    const me = await latchkey.me(session.data.refreshJwt);
    if (!me.ok) return redirect('/login');
    return response.end(`Signed in as ${me.data.email}`);
  }
  return redirect('/account');
});

function keepSession(response, { sessionJwt, refreshJwt }) {
  response.appendHeader('set-cookie', cookie('DS', sessionJwt));
  response.appendHeader('set-cookie', cookie('DSR', refreshJwt));
}

const cookie = (name, value) => `${name}=${value}; Path=/; HttpOnly; SameSite=Lax`;

const readCookies = (header = '') =>
  Object.fromEntries(header.split(';').map((pair) => pair.trim().split('=')));

server.listen(Number(PORT), 'localhost', () => console.log(appUrl));
