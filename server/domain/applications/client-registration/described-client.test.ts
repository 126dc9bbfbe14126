import { createServer } from 'node:net';
import * as openid from 'openid-client';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callback, type Provider, startProvider } from '../../../../test/applications.ts';
import { claimsIn, consentSteps } from '../../../../test/consents.ts';
import { type HttpReceiver, startReceiver } from '../../../../test/counterparts/http-receiver.ts';

// A client whose ID is the address of a document. Anyone can name an address, so what Latchkey does with it is bounded.

const minute = 60_000;

let provider: Provider;
let steps: ReturnType<typeof consentSteps>;
let documents: HttpReceiver;
/** The documents of the receiver, by path. */
let pages: Map<string, { status?: number; body: unknown; headers?: Record<string, string> }>;
let count = 0;
let clientId: string;
beforeAll(async () => {
  provider = await startProvider();
  steps = consentSteps(provider);
  documents = await startReceiver(({ path }) => ({ status: 404, body: {}, ...pages.get(path) }));
  await provider.configure({ clientMetadataDocuments: true });
});
beforeEach(() => {
  pages = new Map();
  clientId = describeClient();
});
afterAll(async () => {
  await documents.close();
  await provider.latchkey.close();
});

/** Publishes a document at a new address. */
function describeClient(change: object = {}, headers: Record<string, string> = {}): string {
  count += 1;
  const path = `/client${count}.json`;
  publish(path, change, headers);
  return `${documents.url}${path}`;
}

function publish(path: string, change: object, headers: Record<string, string> = {}) {
  const body = {
    client_id: `${documents.url}${path}`,
    client_name: 'Described',
    redirect_uris: [callback],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
    ...change,
  };
  pages.set(path, { status: 200, body, headers });
}

const pathOf = (address: string) => new URL(address).pathname;
const endpoints = () => `${provider.latchkey.baseUrl}/oauth2/v1/apps/${provider.latchkey.projectId}`;

async function authorize(client: string) {
  const query = new URLSearchParams({
    client_id: client,
    redirect_uri: callback,
    response_type: 'code',
    code_challenge: 'x'.repeat(43),
    code_challenge_method: 'S256',
  });
  return fetch(`${endpoints()}/authorize?${query}`, { redirect: 'manual' });
}

const statusOf = async (client: string) => (await authorize(client)).status;
const readings = (client: string) => documents.requests.filter(({ path }) => path === pathOf(client)).length;

/** Returns what a client learns that asks for something else than a page. */
async function refusalOf(client: string): Promise<unknown> {
  const body = new URLSearchParams({ client_id: client, grant_type: 'authorization_code', code: 'x' });
  return (await fetch(`${endpoints()}/token`, { method: 'POST', body })).json();
}

async function storedApps(): Promise<string[]> {
  const { body } = await provider.latchkey.manage('GET', '/v1/mgmt/thirdparty/apps/load');
  return body.apps.map(({ clientId }: { clientId: string }) => clientId);
}

describe('a client that describes itself', () => {
  test.each([
    ['the project', false],
    ['an MCP server', true],
  ])('signs its users in at %s, and is stored once one of them allows it', async (_, isServer) => {
    const server = isServer ? await steps.createServer('Notes', []) : undefined;
    const { projectId } = provider.latchkey;
    const issuer = server ? `v1/apps/agentic/${projectId}/${server.id}` : `v1/apps/${projectId}`;
    const app = await steps.client(clientId, issuer, 'openid email offline_access');
    const asked = await steps.ask(app);
    expect(asked.page.html).toContain('Allow Described to use your account?');
    expect(await storedApps()).not.toContain(clientId);

    const tokens = await steps.allow(app, asked);
    expect(await storedApps()).toContain(clientId);
    const { aud, iss } = claimsIn(tokens.access_token);
    // The issuer is the audience of `userinfo`.
    if (server) expect(aud).toEqual([server.url, iss]);
    const next = await openid.refreshTokenGrant(app.config, tokens.refresh_token ?? '');
    const { sub = '' } = tokens.claims() ?? {};
    const info = await openid.fetchUserInfo(app.config, next.access_token, sub);
    expect(info.email).toBe(asked.loginId);
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);
    expect(readings(clientId)).toBe(1);

    // Two first users at the same time.
    const other = await steps.client(describeClient(), issuer, 'openid offline_access');
    const [one, two] = [await steps.ask(other), await steps.ask(other)];
    const both = await Promise.all([steps.allow(other, one), steps.allow(other, two)]);
    expect(both.map(({ scope }) => scope)).toEqual(['openid offline_access', 'openid offline_access']);
  });

  test('must ask again when the browser would return to another host', async () => {
    const app = await steps.client(clientId, `v1/apps/${provider.latchkey.projectId}`, 'openid');
    const asked = await steps.ask(app);
    await steps.allow(app, asked);
    const elsewhere = 'https://elsewhere.example.com/back';
    publish(pathOf(clientId), { redirect_uris: [callback, elsewhere] });
    provider.latchkey.advance(61 * minute);
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);
    expect(await steps.mustAsk(app, asked.browser, { redirect_uri: elsewhere })).toBe(true);
  });

  test('gets at another host only what the user allowed there', async () => {
    const issuer = `v1/apps/${provider.latchkey.projectId}`;
    const app = await steps.client(clientId, issuer, 'openid profile email offline_access');
    const asked = await steps.ask(app);
    await steps.allow(app, asked);
    const elsewhere = { redirect_uri: 'https://elsewhere.example.org/back' };
    publish(pathOf(clientId), { redirect_uris: [elsewhere.redirect_uri] });
    provider.latchkey.advance(61 * minute);
    const little = await steps.open({ ...app, scope: 'openid' }, asked.browser, elsewhere);
    await steps.answer(asked.browser, little.page);
    expect(await steps.mustAsk({ ...app, scope: 'openid' }, asked.browser, elsewhere)).toBe(false);
    expect(await steps.mustAsk(app, asked.browser, elsewhere)).toBe(true);
  });

  test('goes on while its document cannot be read, also for those who have not allowed it', async () => {
    const app = await steps.client(clientId, `v1/apps/${provider.latchkey.projectId}`, 'openid');
    const asked = await steps.ask(app);
    await steps.allow(app, asked);
    const unstored = describeClient();
    expect(await statusOf(unstored)).toBe(303);
    pages.clear();
    provider.latchkey.advance(61 * minute);
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);
    expect([await statusOf(unstored), await statusOf(describeClient({ redirect_uris: [] }))]).toEqual([
      303, 400,
    ]);
  });
});

describe('a document', () => {
  test('is read once by many requests, and then as often as its server says, within bounds', async () => {
    const freshFor = async (headers: Record<string, string>, minutes: number) => {
      const client = describeClient({}, headers);
      await Promise.all([statusOf(client), statusOf(client), statusOf(client)]);
      provider.latchkey.advance((minutes - 1) * minute);
      expect(await statusOf(client)).toBe(303);
      expect(readings(client)).toBe(1);
      provider.latchkey.advance(2 * minute);
      await statusOf(client);
      expect(readings(client)).toBe(2);
    };
    await freshFor({}, 60);
    await freshFor({ 'cache-control': 'public, max-age=7200' }, 120);
    await freshFor({ 'cache-control': 'max-age=1' }, 5);
    await freshFor({ 'cache-control': 'no-store' }, 5);
    await freshFor({ 'cache-control': 'max-age=99999999' }, 24 * 60);
  });

  test('that cannot be used is not asked for again within a minute', async () => {
    const missing = `${documents.url}/missing${count}`;
    expect([await statusOf(missing), await statusOf(missing)]).toEqual([400, 400]);
    expect(readings(missing)).toBe(1);
    publish(pathOf(missing), {});
    expect(await statusOf(missing)).toBe(400);
    provider.latchkey.advance(minute);
    expect(await statusOf(missing)).toBe(303);
  });

  test('is refused with the same words for every reason', async () => {
    const closed = createServer();
    const port = await new Promise((resolve) =>
      closed.listen(0, '127.0.0.1', () => resolve((closed.address() as { port: number }).port)),
    );
    await new Promise((resolve) => closed.close(resolve));
    pages.set('/text.json', { status: 200, body: Buffer.from('SSH-2.0') });
    pages.set('/list.json', { status: 200, body: [] });
    const reasons = [
      `${documents.url}/missing.json`,
      `${documents.url}/text.json`,
      `${documents.url}/list.json`,
      `http://127.0.0.1:${port}/client.json`,
      describeClient({ client_id: 'https://other.example.com/client.json' }),
      describeClient({ redirect_uris: ['javascript:alert(1)'] }),
      describeClient({ token_endpoint_auth_method: 'client_secret_basic' }),
      describeClient({ contacts: ['x'.repeat(20_000)] }),
      describeClient({ client_name: 'Trusted\u202eknaB' }),
      describeClient({ sector_identifier_uri: `${documents.url}/sector.json`, subject_type: 'pairwise' }),
    ];
    const refusals = new Set<string>();
    for (const address of reasons) refusals.add(JSON.stringify(await refusalOf(address)));
    expect([...refusals]).toEqual([expect.stringContaining('"error":"invalid_client"')]);
  });

  test('that cannot be read takes as long as the slowest, so that the time does not tell what listens there', async () => {
    // A name that is not local counts as an operator's network, which the development mode allows.
    const address = (host: string) =>
      `https://[::ffff:127.0.0.1]:${host}/client.json`.replace('127.0.0.1', '7f00:1');
    const open = new URL(documents.url).port;
    const times = await Promise.all(
      [open, '1'].map(async (port) => {
        const beganAt = performance.now();
        expect(await refusalOf(address(port))).toMatchObject({ error: 'invalid_client' });
        return performance.now() - beganAt;
      }),
    );
    for (const time of times) expect(time).toBeGreaterThan(2_900);
  });

  test('is counted when it is read, which keeps nobody out whom it let in before', async () => {
    const app = await steps.client(clientId, `v1/apps/${provider.latchkey.projectId}`, 'openid');
    const asked = await steps.ask(app);
    await steps.allow(app, asked);
    const second = describeClient();
    provider.latchkey.advance(61 * minute);
    const limit = (requests: number) => ({ clientDocumentPerAddress: { requests, seconds: 60 } });
    await provider.configure({ rateLimits: limit(1), unlimitedAddresses: [] });
    expect([await statusOf(second), await statusOf(second)]).toEqual([303, 303]);
    expect(await statusOf(describeClient())).toBe(429);
    expect(await steps.mustAsk(app, asked.browser)).toBe(false);
    await provider.configure({ rateLimits: limit(10), unlimitedAddresses: ['127.0.0.0/8'] });
  });
});
