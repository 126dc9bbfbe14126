import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HttpBrowser, readForm } from '../counterparts/http-browser.ts';
import { newPlace, type Place, type ServerProcess, startServer } from '../latchkey-process.ts';

/** Follows a newcomer with the README: sign in at the simulator, exchange the code, fetch the provider's token. */

let place: Place;
let server: ServerProcess;
const secrets = ['latchkey-demo-secret'];
beforeAll(async () => {
  place = await newPlace();
  server = await startServer(place);
});
afterAll(async () => {
  server.kill('SIGTERM');
  await server.exited;
  await place.remove();
});

test('the demo signs in by OpenID Connect, and the provider’s token can be fetched', async () => {
  const { baseUrl, projectId, managementKey = '' } = server.start;
  const browser = new HttpBrowser();
  const signInPage = await browser.get(`${baseUrl}/dev/demo/oauth`);
  expect(signInPage.html).toContain('Sign in at “demo”');
  const form = readForm(signInPage.html, signInPage.url);
  if (!form) throw new Error(signInPage.html);
  const done = await browser.submit(form);
  const code = new URL(done.url).searchParams.get('code');
  expect(done.html).toContain('Signed in');

  const response = await fetch(`${baseUrl}/v1/auth/oauth/exchange`, {
    method: 'POST',
    headers: { authorization: `Bearer ${projectId}`, 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  expect(await response.json()).toMatchObject({
    user: { loginIds: ['alice@demo.example'] },
    firstSeen: true,
  });

  const example = fileURLToPath(new URL('../../examples/provider-token.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [example, 'alice@demo.example', 'simulator'],
    {
      env: { ...process.env, BASE_URL: baseUrl, PROJECT_ID: projectId, MANAGEMENT_KEY: managementKey },
    },
  );
  expect(stdout).toContain('alice@demo.example at simulator, for openid profile email offline_access');
  const token = stdout.trim().split('\n').at(-1) ?? '';
  secrets.push(token, code ?? '');
  const headers = { authorization: `Bearer ${token}` };
  const who = await fetch(`${baseUrl}/dev/idp/oidc/demo/userinfo`, { headers });
  expect(await who.json()).toMatchObject({ sub: 'alice@demo.example', email_verified: true });
});

test('neither the token nor the code nor the client secret stands in the log', () => {
  expect(secrets).toHaveLength(3);
  for (const secret of secrets) expect(server.output()).not.toContain(secret);
});
