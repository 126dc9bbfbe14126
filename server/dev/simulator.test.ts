import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readForm } from '../../test/counterparts/http-browser.ts';
import { createServer } from '../http/server.ts';
import { postBindingForm, redirectBindingUrl } from '../protocols/saml/bindings.ts';
import { signAny } from '../protocols/saml/sign-any.ts';
import { baseUrl, requestId, type Simulator, ssoUrl, startSimulator } from './fixture.ts';
import { mountSimulator } from './simulator.ts';
import { readyUsers } from './users.ts';

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator();
});
afterAll(() => simulator.stop());

const json = { accept: 'application/json' };
const hostile = `"><script>alert('1')</script>`;
const pathOf = (url: string) => url.slice(baseUrl.length);

describe('metadata', () => {
  test('describes the provider that the pages are', async () => {
    expect(await simulator.metadata('acme')).toMatchObject({
      entityId: `${baseUrl}/dev/idp/saml/acme/metadata`,
      ssoRedirectUrl: `${baseUrl}/dev/idp/saml/acme/sso`,
      ssoPostUrl: `${baseUrl}/dev/idp/saml/acme/sso`,
      wantAuthnRequestsSigned: false,
      certificates: [expect.stringContaining('BEGIN CERTIFICATE')],
    });
  });

  test('of each name has a key of its own, which survives a restart and is readable only by its user', async () => {
    const names = ['demo', 'acme', 'constructor'];
    const certificates = await Promise.all(
      names.map(async (name) => (await simulator.metadata(name)).certificates[0]),
    );
    expect(new Set(certificates).size).toBe(names.length);

    const restarted = await simulator.restarted();
    for (const name of names) {
      const path = `/dev/idp/saml/${name}/metadata`;
      expect((await restarted.inject(path)).body).toBe((await simulator.app.inject(path)).body);
    }
    await restarted.close();
    const file = join(simulator.dataDir, 'dev-idp.json');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(Object.keys(JSON.parse(await readFile(file, 'utf8'))).sort()).toEqual([...names].sort());
  });

  test.each(['Demo', 'a_b', '-a', 'a'.repeat(64), '%22%3E%3Cscript%3E'])(
    'has no provider called %s',
    async (name) => {
      expect((await simulator.app.inject(`/dev/idp/saml/${name}/metadata`)).statusCode).toBe(404);
    },
  );
});

describe('a round', () => {
  test('in pages: the request arrives by Redirect, the form carries its facts, the response is good', async () => {
    const url = await redirectBindingUrl({ ssoUrl, xml: simulator.request(), relayState: hostile });
    const page = await simulator.app.inject(pathOf(url));
    const form = readForm(page.body, ssoUrl)!;
    const answer = await simulator.post(pathOf(form.action), {
      ...Object.fromEntries(form.fields),
      user: 'alice',
      fault: 'none',
    });
    const { action, fields } = readForm(answer.body, form.action)!;
    expect(action).toBe(simulator.sp.acsUrl);
    expect(fields.get('RelayState')).toBe(hostile);
    const response = await simulator.verify({ action, fields: Object.fromEntries(fields) });
    expect(response).toMatchObject({ nameId: 'alice@demo.example', inResponseTo: requestId });
  });

  test('in a script: the sign-on address with another last segment returns JSON', async () => {
    const url = await redirectBindingUrl({ ssoUrl, xml: simulator.request(), relayState: 'a b' });
    const reply = await simulator.post(pathOf(url).replace('/sso?', '/answer?'), { user: 'bob' }, json);
    expect(reply.json()).toEqual({
      action: simulator.sp.acsUrl,
      fields: { SAMLResponse: expect.any(String), RelayState: 'a b' },
    });
    expect((await simulator.verify(reply.json())).nameId).toBe('bob@demo.example');
  });

  test('with a request by POST', async () => {
    const { fields } = postBindingForm({ url: ssoUrl, parameter: 'SAMLRequest', xml: simulator.request() });
    const page = await simulator.post(pathOf(ssoUrl), fields);
    const form = readForm(page.body, ssoUrl)!;
    expect(form.fields.get('inResponseTo')).toBe(requestId);
    expect(form.fields.has('relayState')).toBe(false);
    const reply = await simulator.post('/dev/idp/saml/demo/answer', fields, json);
    expect(Object.keys(reply.json().fields)).toEqual(['SAMLResponse']);
    expect((await simulator.verify(reply.json())).nameId).toBe('alice@demo.example');
  });

  test('without a request: the identity provider starts', async () => {
    const { acsUrl, entityId } = simulator.sp;
    const query = new URLSearchParams({ acsUrl, audience: entityId, relayState: '' });
    const page = await simulator.app.inject(`/dev/idp/saml/demo/sso?${query}`);
    expect(page.body).toContain('There is none');
    const reply = await simulator.post('/dev/idp/saml/demo/answer', { acsUrl, audience: entityId }, json);
    expect(await simulator.verify(reply.json(), { idpInitiated: true })).toMatchObject({
      nameId: 'alice@demo.example',
    });
  });
});

describe('the user of an answer', () => {
  test.each(readyUsers('demo'))('is $id when chosen, with exactly its known values', async (user) => {
    const { nameId, attributes } = await simulator.verify(await simulator.answer({ user: user.id }));
    const { name, email, groups } = user;
    expect(nameId).toBe(user.nameId);
    expect({ ...attributes }).toEqual({
      ...(email && { email: [email] }),
      ...(name && { name: [name] }),
      ...(groups.length > 0 && { groups }),
    });
  });

  test('is the typed-in user', async () => {
    const typed = { user: 'typed', nameId: hostile, name: hostile, groups: 'a, b c ,,' };
    const { nameId, attributes } = await simulator.verify(await simulator.answer(typed));
    expect(nameId).toBe(hostile);
    expect({ ...attributes }).toEqual({ name: [hostile], groups: ['a', 'b c'] });
  });

  test.each([
    [{ user: 'nobody' }, /user "nobody" is not one of alice, .*, typed/],
    [{ fault: 'nonsense' }, /fault "nonsense" is not one of none, /],
    [{ user: 'typed' }, /The NameID is missing/],
  ])('is refused: %j', async (fields, message) => {
    const asked = { acsUrl: simulator.sp.acsUrl, audience: 'x' };
    const reply = await simulator.post('/dev/idp/saml/demo/answer', { ...asked, ...fields }, json);
    expect(reply.statusCode).toBe(400);
    expect(reply.json().errorMessage).toMatch(message);
  });
});

describe('the sign-in page', () => {
  const shown = async (url: string) => (await simulator.app.inject(pathOf(url))).body;
  const signedUrl = (changes: object, signingKey = simulator.sp.privateKey) =>
    redirectBindingUrl({ ssoUrl, xml: simulator.request(changes), signingKey });

  test('shows whether the request is signed, and with which key', async () => {
    expect(await shown(await redirectBindingUrl({ ssoUrl, xml: simulator.request() }))).toContain(
      '<dt>Signature</dt><dd>none</dd>',
    );
    expect(await shown(await signedUrl({}))).toContain('<dt>Signature</dt><dd>good</dd>');
    expect(
      await shown((await signedUrl({})).replace('SAMLRequest', 'RelayState=other&SAMLRequest')),
    ).toContain('<dt>Signature</dt><dd>bad: ');
    expect(await shown(await signedUrl({ spEntityId: 'urn:sp' }))).toContain(
      '<dt>Signature</dt><dd>not checked: ',
    );
  });

  test('shows it for a request by POST, too', async () => {
    const xml = await signAny(simulator.request(), { privateKey: simulator.sp.privateKey });
    const { fields } = postBindingForm({ url: ssoUrl, parameter: 'SAMLRequest', xml });
    const page = await simulator.post(pathOf(ssoUrl), fields);
    expect(page.body).toContain('<dt>Signature</dt><dd>good</dd>');
  });

  test('shows foreign text as text', async () => {
    const xml = simulator.request({
      spEntityId: hostile,
      destination: hostile,
      nameIdFormat: hostile,
      id: hostile,
    });
    const body = await shown(await redirectBindingUrl({ ssoUrl, xml, relayState: hostile }));
    expect(body).not.toContain('<script');
    expect(
      body.split('&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;').length - 1,
    ).toBeGreaterThan(6);
  });

  test.each(['javascript:alert(1)', 'data:text/html,x', 'https://user@sp.example/acs', '//sp.example/acs'])(
    'puts only web addresses into a form, not %s',
    async (acsUrl) => {
      const url = await redirectBindingUrl({ ssoUrl, xml: simulator.request({ acsUrl }) });
      const page = await simulator.app.inject(pathOf(url));
      expect(page.statusCode).toBe(400);
      expect(page.body).toContain('is not a web address');
      expect(page.body).not.toContain('<form');
    },
  );

  test.each([
    ['no address to respond to', ''],
    ['no base64', '?SAMLRequest=%3Cscript%3E'],
    ['two requests', '?SAMLRequest=a&SAMLRequest=b'],
  ])('explains what is wrong with %s', async (_, query) => {
    const page = await simulator.app.inject(`/dev/idp/saml/demo/sso${query}`);
    expect(page.statusCode).toBe(400);
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.body).toContain('role="alert"');
    expect(page.body).not.toContain('<script');
  });
});

describe('the answer page', () => {
  const asked = () => ({ acsUrl: simulator.sp.acsUrl, audience: simulator.sp.entityId });

  test('runs no inline script, cannot be framed, and may post to any site that redirects', async () => {
    const { body, headers } = await simulator.post('/dev/idp/saml/demo/answer', asked());
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; form-action http: https:; base-uri 'none'; " +
        "frame-ancestors 'none'; script-src 'self'",
    );
    const [script, ...more] = body.match(/<script.*?<\/script>/gs) ?? [];
    expect(more).toEqual([]);
    const [, source] = /^<script src="([^"]+)" defer><\/script>$/.exec(script ?? '') ?? [];
    expect(body).toContain('<button>Continue</button>');
    const asset = await simulator.app.inject(source as string);
    expect(asset.headers['content-type']).toMatch(/^text\/javascript/);
  });

  test('waits and shows the response on request', async () => {
    const fields = { ...asked(), user: 'typed', nameId: hostile, pause: 'yes' };
    const { body, headers } = await simulator.post('/dev/idp/saml/demo/answer', fields);
    expect(headers['content-security-policy']).not.toContain('script-src');
    expect(body).not.toContain('<script');
    expect(body).toContain('&lt;saml:Assertion ');
  });
});

test('a simulator cannot be mounted in production', async () => {
  const production = { mode: 'production' } as Parameters<typeof mountSimulator>[1];
  const app = createServer(pino({ level: 'silent' }));
  await expect(mountSimulator(app, production, { dataDir: '' })).rejects.toThrow(/development/);
});

describe('other sites', () => {
  test.each(['evil.test', '127.0.0.1.evil.test:8080', 'localhost.evil.test'])(
    'cannot read a page under a host name of their own: %j',
    async (host) => {
      const page = await simulator.app.inject({ url: '/dev/idp', headers: { host } });
      expect(page.statusCode).toBe(400);
      expect(page.body).not.toContain('CERTIFICATE');
    },
  );

  test('may send a request, but not choose the user', async () => {
    const crossSite = { 'sec-fetch-site': 'cross-site' };
    const { fields } = postBindingForm({ url: ssoUrl, parameter: 'SAMLRequest', xml: simulator.request() });
    expect((await simulator.post('/dev/idp/saml/demo/sso', fields, crossSite)).statusCode).toBe(200);
    expect((await simulator.post('/dev/idp/saml/demo/answer', fields, crossSite)).statusCode).toBe(400);
  });
});

describe('the overview', () => {
  test('lists the values to copy, for any provider', async () => {
    const { body } = await simulator.app.inject('/dev/idp?name=acme');
    expect(body).toContain(`${baseUrl}/dev/idp/saml/acme/metadata`);
    expect(body).toContain((await simulator.metadata('acme')).certificates[0]!.trim());
    expect(body).toContain('alice@acme.example');
    expect(body).not.toContain('Start the demo');
  });

  test('refuses an invalid name', async () => {
    const page = await simulator.app.inject(`/dev/idp?name=${encodeURIComponent(hostile)}`);
    expect(page.statusCode).toBe(404);
    expect(page.body).not.toContain('<script');
  });
});
