import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { transaction } from '../../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { removeEvents } from '../audit/remove-events.ts';
import { sealPending } from '../audit/sealing/seal-events.ts';
import { loadProject } from '../projects/load-project.ts';
import { dayMs, hourMs, startOfDay, startOfHour, startsOf } from './activity.ts';
import { countActivity, countEvents } from './count-events.ts';

let latchkey: Latchkey;
/** Each test has a project of its own. */
let ctx: ProjectContext;
let bearer: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  // Noon: the tests examine hours and days around this time, and none of them may end while a test runs.
  latchkey.stopClock(startOfDay(Date.now()) + 12 * hourMs);
});

afterAll(() => latchkey.close());

beforeEach(async () => {
  const { projectId, managementKey } = await latchkey.addProject();
  bearer = `${projectId}:${managementKey}`;
  const project = await loadProject(latchkey.context, projectId);
  ctx = { ...latchkey.context, project: project! };
  // Removes the events of the test's own management key.
  await ctx.db.deleteFrom('auditEvents').where('projectId', '=', projectId).execute();
});

async function search(body: object): Promise<Record<string, string>[]> {
  const answer = await latchkey.request('POST', '/v1/mgmt/analytics/search', { bearer, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.analytics;
}

async function count(body: object = {}): Promise<number> {
  const [row] = await search(body);
  return Number(row!.cnt);
}

const insertEvents = insertRows('auditEvents');
let events = 0;

interface Happened {
  at?: number;
  action?: string;
  method?: string;
  tenantId?: string;
  device?: string;
}

/** Inserts events at given times. */
async function happen(...list: Happened[]): Promise<void> {
  await insertEvents(
    ctx.db,
    list.map(({ at = ctx.now(), action = 'LoginSucceed', method = 'password', tenantId = '', device }) => ({
      projectId: ctx.project.id,
      id: `A${++events}`,
      occurredAt: at,
      action,
      method,
      tenantId,
      severity: 'info' as const,
      actorType: 'user',
      actorId: 'U1',
      actingAs: '',
      userId: 'U1',
      device: device ?? 'Desktop',
      remoteAddress: '',
      data: '{}',
    })),
  );
}

async function sealAndCount(): Promise<void> {
  await sealPending(ctx, ctx.project.id);
  await countEvents(ctx, ctx.project.id);
}

/** Creates events in all three states: counted, sealed but not counted, and not sealed. */
async function happenInEveryState(...list: Happened[]): Promise<void> {
  await happen(...list);
  await sealAndCount();
  await happen(...list);
  await sealPending(ctx, ctx.project.id);
  await happen(...list);
}

const yesterday = () => startOfDay(ctx.now()) - dayMs;

describe('the counts', () => {
  test('include all events, whether counted, sealed or new', async () => {
    await happenInEveryState({ action: 'LoginSucceed' }, { action: 'LoginFailed' });
    expect(await count()).toBe(6);
    expect(await count({ actions: ['LoginFailed'] })).toBe(3);
  });

  test('are grouped only by action, method, device and tenant', async () => {
    const at = yesterday();
    await happenInEveryState(
      { at, method: 'otp', tenantId: 'T1', device: 'Mobile' },
      { at, method: 'otp', tenantId: 'T2', device: 'Mobile' },
    );
    const empty = { projectId: ctx.project.id, created: '0', geo: '', referrer: '' };
    expect(await search({ groupByMethod: true })).toEqual([
      { ...empty, action: '', method: 'otp', device: '', tenant: '', cnt: '6' },
    ]);
    const all = { groupByAction: true, groupByDevice: true, groupByMethod: true, groupByTenant: true };
    const found = await search({ ...all, groupByGeo: true, groupByReferrer: true });
    const row = { ...empty, action: 'LoginSucceed', method: 'otp', device: 'Mobile', cnt: '3' };
    expect(found.toSorted((a, b) => a.tenant!.localeCompare(b.tenant!))).toEqual([
      { ...row, tenant: 'T1' },
      { ...row, tenant: 'T2' },
    ]);
  });

  test('include only events that match all filters', async () => {
    await happenInEveryState(
      { action: 'LoginSucceed', method: 'otp', tenantId: 'T1', device: 'Mobile' },
      { action: 'LoginFailed', method: 'otp', tenantId: 'T2', device: 'Desktop' },
      { action: 'UserCreated', method: '' },
    );
    expect(await count({ methods: ['otp'] })).toBe(6);
    expect(await count({ methods: ['otp'], devices: ['Mobile'] })).toBe(3);
    expect(await count({ excludedActions: ['LoginSucceed', 'UserCreated'] })).toBe(3);
    expect(await count({ tenants: ['T2', 'T3'] })).toBe(3);
    expect(await count({ tenants: [''] })).toBe(3);
    expect(await count({ actions: ['LoginFailed'], tenants: ['T1'] })).toBe(0);
    expect(await search({ geos: ['DE'] })).toEqual([]);
  });

  test('are one row with zero if nothing happened, and no rows if they are grouped', async () => {
    expect(await count()).toBe(0);
    expect(await search({ groupByAction: true })).toEqual([]);
  });

  test('include only events of this project', async () => {
    await happenInEveryState({});
    const { projectId, managementKey } = await latchkey.addProject();
    const mine = bearer;
    bearer = `${projectId}:${managementKey}`;
    expect(await search({ actions: ['LoginSucceed'], groupByAction: true })).toEqual([]);
    bearer = mine;
    expect(await count()).toBe(3);
  });
});

describe('by time', () => {
  test.each([
    ['h', (at: number) => startOfHour(at)],
    ['d', (at: number) => startOfDay(at)],
    ['w', (at: number) => startOfDay(at) - ((new Date(at).getUTCDay() + 6) % 7) * dayMs],
    ['m', (at: number) => Date.UTC(new Date(at).getUTCFullYear(), new Date(at).getUTCMonth())],
    [
      'q',
      (at: number) => {
        const day = new Date(at);
        return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() - (day.getUTCMonth() % 3));
      },
    ],
  ] as const)('%s starts at its beginning in UTC', async (unit, startOf) => {
    const times = Array.from(
      { length: 40 },
      (_, index) => ctx.now() - index * 9 * dayMs - index * 7 * hourMs,
    );
    await happenInEveryState(...times.map((at) => ({ at })));
    const expected = new Map<string, number>();
    for (const at of times) expected.set(String(startOf(at)), (expected.get(String(startOf(at))) ?? 0) + 3);
    const found = await search({ groupByCreated: unit, from: ctx.now() - 366 * dayMs });
    expect(found.map(({ created, cnt }) => [created, Number(cnt)])).toEqual([...expected]);
  });

  test('the first and the last hour count in full, and no others', async () => {
    const from = yesterday() + 5 * hourMs + 60_000;
    const to = from + 30 * hourMs;
    await happenInEveryState(
      { at: startOfHour(from) - 1 },
      { at: startOfHour(from) },
      { at: startOfHour(to) + hourMs - 1 },
      { at: startOfHour(to) + hourMs },
    );
    for (const unit of ['', 'h', 'd']) {
      const found = await search({ from, to, groupByCreated: unit });
      expect(
        found.reduce((sum, { cnt }) => sum + Number(cnt), 0),
        unit,
      ).toBe(6);
    }
  });

  test('the default is thirty days, and the maximum a year', async () => {
    await happenInEveryState(
      { at: ctx.now() },
      { at: ctx.now() - 31 * dayMs },
      { at: ctx.now() - 364 * dayMs },
      { at: ctx.now() - 370 * dayMs },
    );
    expect(await count()).toBe(3);
    expect(await count({ from: 0, to: -62_135_596_800_000 })).toBe(3);
    expect(await count({ from: 1 })).toBe(9);
    expect(await search({ from: ctx.now(), to: ctx.now() - dayMs })).toEqual([]);
  });

  test('a response with too many rows is refused with an explanation', async () => {
    await happen(...Array.from({ length: 10_001 }, (_, index) => ({ action: `Action${index}` })));
    const body = { groupByAction: true };
    const answer = await latchkey.request('POST', '/v1/mgmt/analytics/search', { bearer, body });
    expect(answer).toMatchObject({ status: 400, body: { errorCode: 'E011004' } });
    expect(answer.body.errorMessage).toContain('10000 rows');
    await sealAndCount();
    expect(await count()).toBe(10_001);
  });
});

describe('the counting job', () => {
  test('counts every event once, even when several instances run it concurrently', async () => {
    await happen(...Array.from({ length: 2_500 }, (_, index) => ({ at: ctx.now() - index * hourMs })));
    await sealPending(ctx, ctx.project.id);
    const other = await latchkey.startAnother();
    await Promise.all([ctx, other.context, ctx, other.context].map((service) => countActivity(service)));
    await other.close();
    await countActivity(ctx);
    const from = ctx.now() - 366 * dayMs;
    expect(await count({ from })).toBe(2_500);
    expect(await count({ from, tenants: [''] })).toBe(2_500);
    // The result comes from the counts alone, in every unit.
    await ctx.db.deleteFrom('auditEvents').where('projectId', '=', ctx.project.id).execute();
    for (const unit of ['', 'h', 'd', 'w', 'm', 'q']) {
      const found = await search({ from, groupByCreated: unit });
      expect(
        found.reduce((sum, { cnt }) => sum + Number(cnt), 0),
        unit,
      ).toBe(2_500);
    }
  });

  test('adds an event that was committed late to the hour in which it happened', async () => {
    const at = yesterday();
    await happen({ at });
    await sealAndCount();
    await happen({ at }, { at: at - 40 * dayMs });
    expect(await count({ from: at, to: at })).toBe(2);
    await sealAndCount();
    expect(await count({ from: at, to: at })).toBe(2);
    expect(await count({ from: at - 40 * dayMs, to: at })).toBe(3);
  });

  test('counts nothing of a transaction that failed, and counts it the next time', async () => {
    await happen({}, {});
    await sealPending(ctx, ctx.project.id);
    const failed = transaction(ctx, async (ctx) => {
      await countEvents({ ...ctx }, ctx.project.id);
      throw new Error('the power is gone');
    });
    await expect(failed).rejects.toThrow('the power is gone');
    expect(await count()).toBe(2);
    await countEvents(ctx, ctx.project.id);
    expect(await count()).toBe(2);
  });

  test('keeps the counts of events removed from the audit log', async () => {
    await happen({ at: yesterday() }, { at: yesterday() });
    expect(await removeEvents(ctx, ctx.now() - hourMs)).toBe(2);
    expect(await count({ actions: ['LoginSucceed'] })).toBe(2);
    await happen({});
    await sealAndCount();
    expect(await count({ actions: ['LoginSucceed'] })).toBe(3);
  });

  test('deletes counts that are too old for any search', async () => {
    await happen({ at: ctx.now() - 401 * dayMs });
    await sealAndCount();
    const rows = ctx.db.selectFrom('activityCounts').selectAll().where('projectId', '=', ctx.project.id);
    expect(await rows.execute()).toEqual([]);
  });
});

test('the public SDK reads the counts, including sign-ins by method', async () => {
  await recordAudit(latchkey.context, { action: 'LoginSucceed', method: 'totp' });
  await recordAudit(latchkey.context, { action: 'LoginFailed', method: 'totp' });
  const { data } = await latchkey.sdk().management.analytics.search({
    actions: ['LoginSucceed', 'LoginFailed', 'UserCreated'],
    groupByAction: true,
    groupByMethod: true,
    groupByCreated: 'd',
  });
  const row = {
    projectId: latchkey.projectId,
    method: 'totp',
    created: String(startOfDay(latchkey.service.now())),
    cnt: '1',
    device: '',
    geo: '',
    tenant: '',
    referrer: '',
  };
  expect(data?.toSorted((a, b) => a.action!.localeCompare(b.action!))).toEqual([
    { ...row, action: 'LoginFailed' },
    { ...row, action: 'LoginSucceed' },
  ]);
});

test('months and quarters start on their first day, also at the turn of a year', () => {
  const range = { from: Date.UTC(2025, 10, 30), to: Date.UTC(2026, 1, 1) };
  expect(startsOf('m', range)).toEqual([Date.UTC(2025, 10), Date.UTC(2025, 11), Date.UTC(2026, 0)]);
  expect(startsOf('q', range)).toEqual([Date.UTC(2025, 9), Date.UTC(2026, 0)]);
});
