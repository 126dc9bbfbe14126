import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrationProjectId } from '../../server/core/administration.ts';
import { foldAll } from '../../server/domain/directory/users/search/fold-soon.ts';
import { endpoints, sweep, tablesLeftBehind } from '../../server/groups.ts';
import { asJsonSchema } from '../../server/http/schema.ts';
import type { Tables } from '../../server/storage/tables.ts';
import { hasBody } from '../ask-endpoint.ts';
import { inputWithout, placesOf, sampleOf } from '../sample-input.ts';
import { differencesOfIndex, requireIndexed } from '../search-index.ts';
import { calls } from './calls.ts';
import { type Effects, effects, observe, summaryOf } from './effects.ts';
import { allTables, readRows } from './rows.ts';
import { createWorld, type World } from './world.ts';

/** Compares what each endpoint leaves behind with the table in `effects.md`. */

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** Endpoints that auditors may call only read, as `every-endpoint-administrators.test.ts` asserts. */
const changing = endpoints.filter(({ role }) => role !== 'auditor');

test('each endpoint that is more than a read has a call', () => {
  expect(Object.keys(calls).sort()).toEqual(changing.map(({ name }) => name).sort());
});

test('a call leaves the effects that the table names and no others, and logs each user whom a search sees differently', async () => {
  const found: Record<string, Required<Effects>> = {};
  for (const [name, call] of Object.entries(calls)) {
    const endpoint = changing.find((one) => one.name === name)!;
    // No limit on requests or messages is reached.
    world.latchkey.advance(60_000);
    const ready = await call(world);
    // Otherwise the user would be in the log already, and a call that does not log them would not show.
    await foldAll(world.latchkey.service);
    const { result, difference } = await observe(world.latchkey, () => world.ask(endpoint, ready));
    expect([name, result.status, result.body]).toEqual([name, 200, expect.anything()]);
    expect([name, await differencesOfIndex(world.latchkey.service)]).toEqual([name, []]);
    found[name] = summaryOf(world.latchkey, difference);
  }
  await expect(pageOf(found)).toMatchFileSnapshot('effects.md');
  const silent = Object.entries(found).filter(([, effects]) => isSilent(effects));
  expect(silent.map(([name]) => name).sort()).toEqual(Object.keys(withoutEvent).sort());
});

/** Changes that the audit log does not name, with the reason. */
const withoutEvent = {
  'management.project.uploadLogo': 'has no effect before the settings name it',
  'management.sso.readProviderAgain': 'notes the time if nothing has changed at the address',
  'management.ssoApplication.listSamlCertificates': 'makes the first key of an application that had none yet',
  refresh: 'is counted as activity, and happens every few minutes',
  refreshByGet: 'as refresh',
  tryRefresh: 'as refresh',
  selectTenant: 'as refresh',
  'enchantedLink.verify': 'the device that waits signs in afterwards, with an event',
  'flow.start': 'it only shows the screen of the chosen method',
};

/** Reports whether a call has changed something that outlives minutes, without an event. */
function isSilent({ audit, rows }: Required<Effects>): boolean {
  const lasting = rows.filter((change) => tablesLeftBehind.get(tableOf(change)) !== 'lives for minutes');
  return audit.length === 0 && lasting.length > 0;
}

const tableOf = (change: string) => change.slice(change.indexOf(' ') + 1) as keyof Tables;

test('a refused call leaves nothing but the record of a refused sign-in', async () => {
  const { latchkey, ask, readOnlyKey, signedIn } = world;
  const { token } = await signedIn();
  const { difference } = await observe(latchkey, async () => {
    for (const endpoint of endpoints) {
      const { name, auth, role, input, forAdministrators } = endpoint;
      const statusOf = async (request: object) => [name, (await ask(endpoint, request)).status];
      expect(await statusOf({ projectId: 'x', token: 'x' })).toEqual([name, 401]);
      if (auth === 'management' && role !== 'auditor')
        expect(await statusOf({ token: readOnlyKey, input: sampleOf(asJsonSchema(input)) })).toEqual([
          name,
          403,
        ]);
      const schema = asJsonSchema(input);
      const missing = placesOf(schema).find(({ required, path }) => required && path.length === 1);
      if (!missing || !hasBody(endpoint) || forAdministrators === 'only' || auth === 'session') continue;
      const credentials = auth === 'management' ? {} : { token };
      expect(await statusOf({ input: inputWithout(schema, missing.path), ...credentials })).toEqual([
        name,
        400,
      ]);
    }
  });
  const { audit, ...rest } = summaryOf(latchkey, difference);
  expect(rest).toEqual({ messages: [], deliveries: [], rows: [] });
  expect(audit.filter((action) => action !== 'LoginFailed')).toEqual([]);
});

test('a refused sign-in leaves its record and the count of the attempt', async () => {
  const { latchkey, user } = world;
  const { loginId } = await user();
  await effects(latchkey, () =>
    latchkey.request('POST', '/v1/auth/password/signin', { body: { loginId, password: 'wrong' } }),
  ).toBe({ audit: [{ action: 'LoginFailed', method: 'password' }], rows: ['+1 passwordAttempts'] });
});

/** Columns that name a row of another table. */
const owners: Record<string, keyof Tables> = {
  userId: 'users',
  tenantId: 'tenants',
  roleId: 'roles',
  permissionId: 'permissions',
  keyId: 'accessKeys',
  ssoAppId: 'ssoApps',
  sessionId: 'sessions',
};

/** Reports whether rows of a table may outlive the user: records about someone stay, and the others are gone within minutes. */
const outlives = (table: string) =>
  /^(audit|activ|outbox$)/.test(table) || tablesLeftBehind.get(table as keyof Tables) === 'lives for minutes';

test('afterwards no row names a user, a tenant, a role, a key, an application or a session that was deleted', async () => {
  const rows = await readAll();
  const live = new Set(rows.map(({ table, row }) => `${table} ${row['projectId']} ${row['id']}`));
  const orphans = rows.flatMap(({ table, row }) =>
    Object.entries(owners)
      .filter(([column, owner]) => row[column] && !live.has(`${owner} ${row['projectId']} ${row[column]}`))
      .map(([column]) => `${table}.${column}`),
  );
  expect([...new Set(orphans)].filter((column) => !outlives(column.split('.')[0]!))).toEqual([]);
});

test('a deleted project leaves no row, and another project loses none', async () => {
  const { latchkey, owner } = world;
  const { projectId, service } = latchkey;
  const page = await owner();
  const byProject = async () => {
    const rows = await readAll();
    return Map.groupBy(rows, ({ table, row }) => row[table === 'projects' ? 'id' : 'projectId']);
  };
  // Finishes the deletion of the projects that calls have deleted.
  await sweep(service);
  await requireIndexed(service);
  const before = await byProject();
  await page.request('POST', '/v1/mgmt/project/delete', { projectId, body: {} });
  await sweep(service);
  const after = await byProject();
  expect(before.get(projectId)!.length).toBeGreaterThan(1_000);
  expect(after.get(projectId)).toBeUndefined();
  // The rows of the search index have no project of their own.
  for (const [id, rows] of before) {
    if (id === projectId || id === undefined) continue;
    const left = new Set(after.get(id)!.map(({ table, key }) => `${table} ${key}`));
    const lost = rows.filter(({ table, key }) => !left.has(`${table} ${key}`) && !outlives(table));
    expect(lost.map(({ table }) => table)).toEqual([]);
  }
});

async function readAll() {
  const rows = await readRows(world.latchkey.service.db, 0, allTables);
  return [...rows].flatMap(([table, ofTable]) =>
    [...ofTable].map(([key, row]) => ({ table, key, row: JSON.parse(row) as Record<string, unknown> })),
  );
}

function pageOf(found: Record<string, Required<Effects>>): string {
  const rows = changing.map(({ name }) => {
    const { audit, messages, deliveries, rows } = found[name]!;
    const events = audit.map((event) => namePlace(event as string));
    const kinds = messages.map((message) => nameChannel(message));
    return `| ${[name, listOf(events), listOf(kinds), listOf(deliveries), rows.join(', ')].join(' | ')} |`;
  });
  return `${introduction}${rows.join('\n')}\n`;
}

/** Names the project of an event that is not of the project of the call. */
function namePlace(event: string): string {
  const [action = '', projectId] = event.split(': ').reverse();
  if (!projectId) return action;
  return `${action} (${projectId === administrationProjectId ? 'administration' : 'new project'})`;
}

function nameChannel(message: string): string {
  const [kind, recipient = ''] = message.split(' → ');
  return `${kind} by ${recipient.includes('@') ? 'email' : 'SMS'}`;
}

/** Lists names, each once with the number of times. */
function listOf(names: string[]): string {
  const counted = Map.groupBy(names.sort(), (name) => name);
  return [...counted].map(([name, { length }]) => (length > 1 ? `${length} ${name}` : name)).join(', ');
}

const introduction = `# What each endpoint leaves behind

A successful call of each endpoint that is more than a read, in the order of the groups. The columns are the audit events, the messages, the events
for a webhook that receives all of them, and the rows that were added (+), changed (~) and removed (-). Counts, the search index and the seals of
the audit log are left out. The project sends all security notices. \`calls/\` has the calls.

\`effects.test.ts\` compares this table with the server. \`npm test -- --sqlite test/effects -u\` writes it again. Read what has changed before you
commit it: an endpoint that changes something has an audit event, and an endpoint that only reads has an empty line.

| endpoint | audit events | messages | webhook | rows |
|---|---|---|---|---|
`;
