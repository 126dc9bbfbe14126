import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const sso = '/v1/mgmt/sso/idp/app';
const thirdParty = '/v1/mgmt/thirdparty/app';
const mcpServer = '/v1/mgmt/mcpserver';
const byName = (name: string) => ({ name });

/** The kinds, with what makes two of them collide. */
const kinds = [
  {
    kind: 'SSO application',
    event: 'SsoApp',
    fields: byName,
    unique: 'name',
    create: `${sso}/oidc/create`,
    update: `${sso}/oidc/update`,
    base: sso,
  },
  {
    kind: 'third-party application',
    event: 'InboundApp',
    fields: byName,
    unique: 'name',
    create: `${thirdParty}/create`,
    update: `${thirdParty}/update`,
    base: thirdParty,
  },
  {
    kind: 'MCP server',
    event: 'McpServer',
    unique: 'url',
    fields: (name: string) => ({
      name,
      url: `https://${name.toLowerCase().replaceAll(' ', '-')}.example.com/mcp`,
    }),
    create: `${mcpServer}/create`,
    update: `${mcpServer}/update`,
    base: mcpServer,
  },
];

describe.each(kinds)('each $kind', ({ kind, event, unique, fields, create, update, base }) => {
  const post = (path: string, body: unknown) => latchkey.manage('POST', path, body);
  const load = (id: string) => latchkey.manage('GET', `${base}/load?id=${id}`);
  const refusal = ({ status, body }: Awaited<ReturnType<typeof post>>) => [status, body.errorCode];
  const eventsOf = async (id: string) => {
    const { body } = await post('/v1/mgmt/audit/search', {
      actions: ['Created', 'Modified', 'Deleted'].map((what) => event + what),
    });
    return (body.audits as { action: string; data: { id: string } }[])
      .filter(({ data }) => data.id === id)
      .map(({ action, data }) => ({ action, data }));
  };

  test('has an ID, and a name or an address, of its own, and refuses others by its own name', async () => {
    const { body } = await post(create, { id: 'first', ...fields('First') });
    expect(body.id).toBe('first');
    const taken = await post(create, { id: 'first', ...fields('Other') });
    expect(refusal(taken)).toEqual([400, 'E111801']);
    expect(taken.body.errorMessage).toContain(kind);
    const alike = await Promise.all([1, 2].map(() => post(create, fields('Second'))));
    expect(alike.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    const renamed = await post(update, { id: 'first', ...fields('Second') });
    expect(refusal(renamed)).toEqual([400, 'E111801']);
    expect(renamed.body.errorMessage).toBe(
      `Another ${kind} already has this ${unique}. Choose another ${unique}`,
    );
    for (const id of ['~first', '.first', 'a b', 'a'.repeat(65)]) {
      const wrong = await post(create, { id, ...fields('Third') });
      expect(refusal(wrong)).toEqual([400, 'E011004']);
      expect(wrong.body.errorMessage).toContain(`id must have`);
    }
  });

  test('is changed at once by several requests, each of which the audit log shows', async () => {
    const { id } = (await post(create, fields('Busy'))).body;
    const changes = await Promise.all(
      ['one', 'two', 'three'].map((description) => post(update, { id, ...fields('Busy'), description })),
    );
    expect(changes.map(({ status }) => status)).toEqual([200, 200, 200]);
    const modified = (await eventsOf(id)).filter(({ action }) => action === `${event}Modified`);
    const steps = modified.map(({ data }) => (data as unknown as { changes: Changes }).changes.description);
    // Each starts from what the one before has left.
    const ends = new Set(steps.map(({ to }) => to));
    expect(ends).toEqual(new Set(['one', 'two', 'three']));
    const starts = new Set(steps.map(({ from }) => from || ''));
    expect(starts.size).toBe(3);
    expect((await load(id)).body.description).toBeOneOf([...ends]);
  });

  test('is gone once it is deleted, and unknown to every call', async () => {
    const { id } = (await post(create, fields('Gone'))).body;
    expect((await post(`${base}/delete`, { id })).status).toBe(200);
    for (const answer of [
      await post(`${base}/delete`, { id }),
      await load(id),
      await post(update, { id, ...fields('Gone') }),
    ]) {
      expect(refusal(answer)).toEqual([404, 'E111802']);
      expect(answer.body.errorMessage).toBe(`No ${kind} has the ID ${id}`);
    }
    expect((await eventsOf(id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining([`${event}Created`, `${event}Deleted`]),
    );
  });
});

interface Changes {
  description: { from: string | null; to: string };
}

test('an SSO application cannot take a client ID that belongs to third-party applications', async () => {
  const clientId = `${latchkey.projectId}.~notes`;
  const { status, body } = await latchkey.manage('POST', `${sso}/oidc/create`, { name: 'Taker', clientId });
  expect([status, body.errorCode]).toEqual([400, 'E011004']);
  expect(body.errorMessage).toContain('clientId');
});

test('only applications that use OpenID Connect have secrets', async () => {
  const { body } = await latchkey.manage('POST', `${sso}/wsfed/create`, {
    name: 'WS',
    realm: 'urn:x',
    replyUrl: 'https://rp.example.com/',
  });
  const added = await latchkey.manage('POST', `${sso}/secret/add`, { appId: body.id, name: 'x' });
  expect([added.status, added.body.errorCode]).toEqual([400, 'E011004']);
});

test('the secret and client ID of a client that moves here stay', async () => {
  const clientSecret = 'a secret from somewhere else';
  const moved = { name: 'Moved', clientId: 'imported', clientSecret };
  const { id } = (await latchkey.manage('POST', `${sso}/oidc/create`, moved)).body;
  expect((await latchkey.manage('GET', `${sso}/secret?id=${id}`)).body).toEqual({ cleartext: clientSecret });
  const { oidcSettings } = (await latchkey.manage('GET', `${sso}/load?id=${id}`)).body;
  expect(oidcSettings.clientId).toBe('imported');
});
