import fc from 'fast-check';
import type { Insertable } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditLogs, startAuditLogs } from '../../../../../test/audit-log.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { insertRows } from '../../../../storage/insert-rows.ts';
import type { Tables } from '../../../../storage/tables.ts';
import { readEventsOf } from '../events-of-users.ts';
import { loginHistory } from '../login-history.ts';
import { removeEvents } from '../remove-events.ts';
import { type EventSearch, searchEvents } from '../search-events.ts';
import { blockSize } from './block.ts';
import { buildAllBlocks, buildBlocks } from './build-blocks.ts';
import { findBuilt, listUnbuiltProjects } from './store-blocks.ts';

type Event = Insertable<Tables['auditEvents']> & { sequence: number | null };

/** Two blocks, some sealed events after them, and some that are not sealed. */
const counts = { sealed: 2 * blockSize + 700, unsealed: 40 };
const actions = ['LoginSucceed', 'LoginFailed', 'UserModified', 'Impersonated', 'rare'];

let logs: AuditLogs;
let ctx: ProjectContext;
let events: Event[];

beforeAll(async () => {
  logs = await startAuditLogs();
  ({ ctx } = await logs.newLog());
  events = await fill(ctx);
  await buildAllBlocks(logs.latchkey.service);
});
afterAll(() => logs.close());

const insertEvents = insertRows('auditEvents');

/** Fills a log whose events are a minute apart, with values that many, few and no events have. */
async function fill({ db, project, now }: ProjectContext): Promise<Event[]> {
  await db.deleteFrom('auditEvents').where('projectId', '=', project.id).execute();
  const start = now() - 60 * 86_400_000;
  const total = counts.sealed + counts.unsealed;
  const made = Array.from({ length: total }, (_, index): Event => {
    const isSealed = index < counts.sealed;
    const action = index % 4_999 === 7 ? 'rare' : actions[(index * index) % 4]!;
    const loginIdHash = `hash${index % 3_001}`;
    return {
      projectId: project.id,
      id: `A${String(index).padStart(9, '0')}`,
      // Not quite in the order of the chain, as with long transactions.
      occurredAt: start + index * 60_000 - (index % 5) * 150_000,
      action,
      severity: action === 'LoginFailed' ? 'warn' : 'info',
      actorType: index % 3 ? 'user' : 'managementKey',
      actorId: index % 3 ? `U${index % 997}` : `K${index % 5}`,
      actingAs: '',
      userId: index % 7 ? `U${index % 997}` : '',
      tenantId: ['', 'one', 'two', `t${index % 499}`][index % 4]!,
      method: ['totp', 'password', ''][index % 3]!,
      device: ['Desktop', 'Mobile', 'Bot', 'Tablet'][(index >> 3) % 4]!,
      remoteAddress: `203.0.113.${index % 251}`,
      data: JSON.stringify(action === 'LoginFailed' ? { loginIdHash } : { number: index }),
      applicationId: index % 50 === 3 ? `S${index % 400}` : null,
      sequence: isSealed ? index + 1 : null,
      previousHash: isSealed ? 'x' : null,
      hash: isSealed ? 'y' : null,
    };
  });
  for (let at = 0; at < total; at += 2_000) await insertEvents(db, made.slice(at, at + 2_000));
  const head = {
    firstSequence: 1,
    lastSequence: counts.sealed,
    hash: 'y',
    sealedAt: 1,
    keyId: 'k',
    signature: 's',
  };
  await db
    .insertInto('auditSeals')
    .values({ projectId: project.id, ...head })
    .execute();
  return made;
}

/** Finds the events by a loop over all of them. */
function expected(search: EventSearch): Event[] {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = search;
  const among = (values: string[] | undefined, value: string | null | undefined) =>
    !values?.length || values.includes(value ?? '-');
  const found = events.filter(
    (event) =>
      event.occurredAt >= from &&
      event.occurredAt <= to &&
      among(search.userIds, event.userId) &&
      !(search.excludedUserIds ?? []).includes(event.userId) &&
      among(
        search.tenantIds?.length && search.noTenants ? [...search.tenantIds, ''] : search.tenantIds,
        event.tenantId,
      ) &&
      among(search.applicationId ? [search.applicationId] : [], event.applicationId) &&
      among(search.severities, event.severity) &&
      among(search.actions, event.action) &&
      !(search.excludedActions ?? []).includes(event.action) &&
      among(search.actorIds, event.actorId) &&
      among(search.actorTypes, event.actorType) &&
      among(search.devices, event.device) &&
      among(search.methods, event.method) &&
      among(search.remoteAddresses, event.remoteAddress) &&
      among(search.loginIdHashes, JSON.parse(event.data).loginIdHash) &&
      (search.dataParts ?? []).every((part) => event.data.includes(part)),
  );
  const inOrder = [
    ...found.filter(({ sequence }) => sequence !== null),
    ...found
      .filter(({ sequence }) => sequence === null)
      .sort((a, b) => a.occurredAt - b.occurredAt || (a.id < b.id ? -1 : 1)),
  ];
  return search.oldestFirst ? inOrder : inOrder.reverse();
}

async function agrees(search: EventSearch): Promise<void> {
  const { limit = 1_000, page = 0 } = search;
  const wanted = expected(search);
  const { events: found, total } = await searchEvents(ctx, search);
  const ids = wanted.slice(page * limit, (page + 1) * limit).map(({ id }) => id);
  expect({ total, ids: found.map(({ id }) => id) }).toEqual({ total: wanted.length, ids });
}

const some = (values: string[]) => fc.subarray(values, { minLength: 1, maxLength: 3 });
const users = ['', 'U1', 'U2', 'U77', 'U996', 'nobody'];
const times = fc.integer({ min: -60 * 24 * 60, max: 0 });

const searches = fc.record(
  {
    userIds: some(users),
    excludedUserIds: some(users),
    tenantIds: some(['', 'one', 't3', 't498', 'nowhere']),
    noTenants: fc.boolean(),
    applicationId: fc.constantFrom('S3', 'S53', 'S1'),
    severities: some(['info', 'warn', 'error']),
    actions: some([...actions, 'never']),
    excludedActions: some(actions),
    actorIds: some(['U5', 'K1', 'K4', 'K9']),
    actorTypes: some(['user', 'managementKey', 'system']),
    devices: some(['Desktop', 'Mobile', 'Bot', 'Tablet']),
    methods: some(['totp', 'password', '']),
    remoteAddresses: some(['203.0.113.1', '203.0.113.250', '198.51.100.1']),
    loginIdHashes: some(['hash1', 'hash3000', 'none']),
    dataParts: fc.constant(['"number":1']),
    from: times,
    to: times,
    oldestFirst: fc.boolean(),
    limit: fc.constantFrom(1, 10, 300),
    page: fc.constantFrom(0, 1, 7),
  },
  { requiredKeys: [] },
);

describe('searching a log of several blocks', () => {
  test('finds the same events in the same order as a loop over all of them', async () => {
    await fc.assert(
      fc.asyncProperty(searches, async ({ from, to, ...search }) => {
        const minute = (at: number) => ctx.now() + at * 60_000;
        await agrees({
          ...(search as EventSearch),
          from: from === undefined ? 1 : minute(from),
          ...(to !== undefined && { to: minute(to) }),
        });
      }),
      { numRuns: 200 },
    );
  }, 120_000);

  test.each<EventSearch>([
    { from: 1 },
    { from: 1, oldestFirst: true, page: 33 },
    { from: 1, actions: ['rare'] },
    { from: 1, page: 17 },
    { from: 1, excludedActions: actions },
    { from: 1, userIds: Array.from({ length: 100 }, (_, index) => `U${index}`), tenantIds: ['one'] },
    { from: 1, dataParts: ['"number":16384}'] },
  ])('%j', (search) => agrees(search));

  test('a history shows the newest sign-ins of each user, and a copy all events of one', async () => {
    const userId = 'U77';
    const own = expected({ from: 1, userIds: [userId] });
    const logins = await loginHistory(ctx, [userId, 'nobody']);
    const wanted = own
      .filter(({ action }) => ['LoginSucceed', 'Impersonated'].includes(action))
      .slice(0, 100);
    expect(logins.map(({ occurredAt }) => occurredAt)).toEqual(wanted.map(({ occurredAt }) => occurredAt));
    const copy: string[] = [];
    for await (const part of readEventsOf(ctx, userId)) copy.push(...part.map(({ id }) => id));
    expect(copy).toEqual(own.map(({ id }) => id).reverse());
  });

  test('each block is built once, and nothing is left to build', async () => {
    expect(await findBuilt(ctx.db, ctx.project.id)).toEqual({ first: 0, next: 2 });
    expect(await listUnbuiltProjects(logs.latchkey.service.db)).toEqual([]);
    await buildBlocks(logs.latchkey.service, ctx.project.id);
    expect(await findBuilt(ctx.db, ctx.project.id)).toEqual({ first: 0, next: 2 });
  });
});

test('searches find the same before the blocks are built', async () => {
  const rows = ctx.db.deleteFrom('auditBlocks').where('projectId', '=', ctx.project.id);
  await rows.execute();
  expect(await listUnbuiltProjects(logs.latchkey.service.db)).toEqual([ctx.project.id]);
  await agrees({ from: 1, actions: ['rare'] });
  await agrees({ from: 1, userIds: ['U77'], page: 1, limit: 10, oldestFirst: true });
  await buildBlocks(logs.latchkey.service, ctx.project.id);
  await agrees({ from: 1, actions: ['rare'] });
});

test('removed events are in no search, and a block without events is deleted', async () => {
  await ctx.db
    .deleteFrom('auditEvents')
    .where('projectId', '=', ctx.project.id)
    .where('sequence', 'is', null)
    .execute();
  events = events.filter(({ sequence }) => sequence !== null);
  const before = events[blockSize + 1_000]!.occurredAt - 600_000;
  const { signature } = await headSignature();
  expect(signature).toBe('s');
  await removeEvents(ctx, before);
  const firstKept = events.findIndex(({ occurredAt }) => occurredAt >= before);
  expect(firstKept).toBeGreaterThan(blockSize);
  events = events.slice(firstKept);
  await agrees({ from: 1, actions: ['LoginFailed'], oldestFirst: true, limit: 10 });
  await agrees({ from: 1, userIds: ['U77'] });
  expect(await findBuilt(ctx.db, ctx.project.id)).toEqual({ first: 1, next: 2 });
});

function headSignature() {
  return ctx.db
    .selectFrom('auditSeals')
    .select('signature')
    .where('projectId', '=', ctx.project.id)
    .executeTakeFirstOrThrow();
}
