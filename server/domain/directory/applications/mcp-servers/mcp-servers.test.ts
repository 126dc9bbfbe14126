import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../../../../client/client.ts';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';

let latchkey: Latchkey;
let servers: ReturnType<typeof createClient>['management']['mcpServer'];
beforeAll(async () => {
  latchkey = await startLatchkey();
  const { projectId, managementKey, baseUrl } = latchkey;
  servers = createClient({ projectId, managementKey, baseUrl }).management.mcpServer;
});
afterAll(() => latchkey.close());

const url = 'https://notes.example.com/mcp';

const dataOf = <T>(result: { ok: true; data: T } | { ok: false; error: unknown }): T => {
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return result.data;
};

test('our client creates, loads, overwrites and deletes MCP servers', async () => {
  const scopes = [{ name: 'notes:read', description: 'Read notes', values: ['Reader'], optional: false }];
  const id = dataOf(await servers.create({ name: 'Notes', url, scopes, registrationDisabled: true })).id;
  const issuer = `${latchkey.baseUrl}/v1/apps/agentic/${latchkey.projectId}/${id}`;
  const stored = { id, name: 'Notes', url, scopes, registrationDisabled: true, issuer, description: '' };
  expect(dataOf(await servers.load(id))).toEqual({ ...stored, metadataDocumentsDisabled: false });
  expect((await servers.update({ id, name: 'Notes 2', url })).ok).toBe(true);
  expect(dataOf(await servers.loadAll())).toEqual([
    { ...stored, name: 'Notes 2', scopes: [], registrationDisabled: false, metadataDocumentsDisabled: false },
  ]);
  expect((await servers.delete(id)).ok).toBe(true);
  for (const again of [servers.load(id), servers.delete(id), servers.update({ id, name: 'Gone', url })])
    expect(await again).toMatchObject({ error: { errorCode: 'E111802' } });
});

test('an address belongs to one server', async () => {
  const created = await Promise.all([1, 2].map(() => servers.create({ name: 'Same', url })));
  expect(created.filter(({ ok }) => ok)).toHaveLength(1);
  const other = dataOf(await servers.create({ name: 'Other', url: `${url}/other` })).id;
  expect(await servers.update({ id: other, name: 'Other', url })).toMatchObject({
    error: { errorCode: 'E111801' },
  });
  expect(dataOf(await servers.load(other)).url).toBe(`${url}/other`);
});

test.each([
  ['a relative address', { url: '/mcp' }, 'url'],
  ['a fragment', { url: `${url}#a` }, 'url'],
  ['a script', { url: 'javascript:alert(1)' }, 'url'],
  ['a scope of OpenID Connect', { scopes: [{ name: 'openid' }] }, 'scopes'],
  ['a scope with a space', { scopes: [{ name: 'a b' }] }, 'scopes'],
])('%s is refused', async (_, fields, message) => {
  const refused = await servers.create({ name: 'Refused', url: `${url}/refused`, ...fields });
  const error = { errorCode: 'E011004', errorMessage: expect.stringContaining(message) };
  expect(refused).toMatchObject({ error });
});
