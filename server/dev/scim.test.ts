import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readForm } from '../../test/counterparts/http-browser.ts';
import { startDirectory, type TestDirectory } from '../../test/directories.ts';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { type actions, clients, type Exchange } from './scim-clients.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const post = (fields: Record<string, string>, accept = 'application/json') =>
  fetch(`${latchkey.baseUrl}/dev/idp/scim`, {
    method: 'POST',
    headers: { accept },
    body: new URLSearchParams(fields),
  });

describe.each(Object.keys(clients))('%s', (client) => {
  let directory: TestDirectory;
  const provider = `scim-${client}`;
  const run = async (action: keyof typeof actions, ...users: string[]) => {
    const chosen = Object.fromEntries(users.map((id) => [`user-${id}`, 'on']));
    const answer = await post({ token: directory.token, client, provider, action, ...chosen });
    expect(answer.status).toBe(200);
    const { exchanges } = (await answer.json()) as { exchanges: Exchange[] };
    for (const { status, response, ...sent } of exchanges)
      expect(status, `${JSON.stringify(sent)} ${response}`).toBeOneOf([200, 201, 204]);
    return exchanges.map(({ method, path }) => `${method} ${path.split(/[/?]/)[1]}`);
  };
  const found = async (path: string) => (await directory.scim('GET', path)).body.Resources;
  const alice = async () => (await found(`/Users?filter=userName eq "alice@${provider}.example"`))[0];

  test('provisions users and groups', async () => {
    directory = await startDirectory(latchkey);
    expect(await run('create', 'alice', 'bob', 'zoe')).toEqual(
      Array(3).fill(['GET Users', 'POST Users']).flat(),
    );
    expect(await alice()).toMatchObject({
      displayName: 'Alice Adams',
      name: { givenName: 'Alice', familyName: 'Adams' },
      emails: [{ value: `alice@${provider}.example`, type: 'work' }],
      active: true,
    });
    await run('update', 'alice', 'zoe');
    const enterprise = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User';
    expect((await alice())[enterprise]).toEqual({ department: 'Research' });
    await run('push', 'alice', 'bob');
    await run('push', 'alice', 'zoe');
    const members = async () => (await found('/Groups'))[0]?.members?.length ?? 0;
    expect(await members()).toBe(3);
    await run('leave', 'alice', 'bob');
    expect(await members()).toBe(1);
    await run('deactivate', 'alice');
    expect((await alice()).active).toBe(false);
    await run('reactivate', 'alice');
    expect((await alice()).active).toBe(true);
    await run('delete', 'alice');
    const left = await alice();
    expect(left?.active).toBe(client === 'okta' ? false : undefined);
    await run('deleteGroup', 'bob');
    expect(await found('/Groups')).toEqual([]);
  });
});

test('the page shows each request and response, and keeps what was entered', async () => {
  const directory = await startDirectory(latchkey);
  const page = await (await fetch(`${latchkey.baseUrl}/dev/idp/scim`)).text();
  expect(readForm(page, latchkey.baseUrl)?.fields.get('baseUrl')).toBe(`${latchkey.baseUrl}/scim/v2`);
  const sent = await post({ token: directory.token, client: 'entra', provider: 'page' }, 'text/html');
  const shown = await sent.text();
  for (const text of ['POST /Users', 'Response <code>201</code>', 'alice@page.example', directory.token])
    expect(shown).toContain(text);
  const wrong = await (await post({ token: `${latchkey.projectId}:wrong` }, 'text/html')).text();
  expect(wrong).toContain('Response <code>401</code>');
});

test('wrong fields are refused', async () => {
  for (const fields of [
    {},
    { token: 'x', client: 'constructor' },
    { token: 'x', action: 'x' },
    { token: 'x', baseUrl: 'file:///etc' },
  ])
    expect((await post(fields as Record<string, string>)).status).toBe(400);
});
