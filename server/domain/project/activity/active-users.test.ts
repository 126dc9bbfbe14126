import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { createPasswordUser, signInByPassword } from '../../../../test/signed-in.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { insertRows } from '../../../storage/insert-rows.ts';
import { recordExternalEvent } from '../audit/record.ts';
import { sealPending } from '../audit/sealing/seal-events.ts';
import { loadProject } from '../projects/load-project.ts';
import { dayMs, startOfDay } from './activity.ts';
import { countActivity, countEvents } from './count-events.ts';

let latchkey: Latchkey;
let ctx: ProjectContext;
let bearer: string;

beforeAll(async () => {
  latchkey = await startLatchkey();
  latchkey.stopClock(startOfDay(Date.now()) + dayMs / 2);
});
afterAll(() => latchkey.close());
beforeEach(async () => {
  const { projectId, managementKey } = await latchkey.addProject();
  bearer = `${projectId}:${managementKey}`;
  ctx = { ...latchkey.context, project: (await loadProject(latchkey.context, projectId))! };
});

interface Active {
  users: number;
  days: { created: string; users: number }[];
}

async function search(body: object = {}, credentials = bearer): Promise<Active> {
  const answer = await latchkey.request('POST', '/v1/mgmt/analytics/users', { bearer: credentials, body });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

const insertEvents = insertRows('auditEvents');
let events = 0;

/** Lets users sign in some days ago. */
async function signIn(...list: [userId: string, daysAgo: number][]): Promise<void> {
  await insertEvents(
    ctx.db,
    list.map(([userId, daysAgo]) => ({
      projectId: ctx.project.id,
      id: `S${++events}`,
      action: 'LoginSucceed',
      method: 'password',
      occurredAt: ctx.now() - daysAgo * dayMs,
      severity: 'info' as const,
      tenantId: '',
      data: '{}',
      actorType: 'user',
      actorId: userId,
      actingAs: '',
      userId,
      device: 'Desktop',
      remoteAddress: '',
    })),
  );
}

const dayBefore = (days: number) => String(startOfDay(ctx.now()) - days * dayMs);

test('a user counts once a day, and once in the whole time, whether counted, sealed or new', async () => {
  const all: [string, number][] = [
    ['ann', 0],
    ['ann', 0],
    ['ann', 3],
    ['bob', 3],
  ];
  const expected = {
    users: 2,
    days: [
      { created: dayBefore(3), users: 2 },
      { created: dayBefore(0), users: 1 },
    ],
  };
  await signIn(...all);
  expect(await search()).toEqual(expected);
  await sealPending(ctx, ctx.project.id);
  expect(await search()).toEqual(expected);
  await countEvents(ctx, ctx.project.id);
  expect(await search()).toEqual(expected);
  await signIn(...all);
  expect(await search()).toEqual(expected);
});

test('whole days count, thirty by default, and 190 at most', async () => {
  await signIn(['ann', 0], ['bob', 29], ['cid', 30], ['dan', 120], ['eve', 200]);
  await sealPending(ctx, ctx.project.id);
  await countActivity(ctx);
  expect((await search()).users).toBe(2);
  expect((await search({ from: ctx.now() - 30 * dayMs })).users).toBe(3);
  expect((await search({ from: 1 })).users).toBe(4);
  expect(await search({ from: ctx.now() - 30 * dayMs, to: ctx.now() - 29 * dayMs })).toEqual({
    users: 2,
    days: [
      { created: dayBefore(30), users: 1 },
      { created: dayBefore(29), users: 1 },
    ],
  });
  expect(await search({ from: ctx.now(), to: ctx.now() - dayMs })).toEqual({ users: 0, days: [] });
});

test('failed sign-ins, events of other programs and other projects do not count', async () => {
  await recordExternalEvent(ctx, {
    action: 'LoginSucceed',
    severity: 'info',
    actorId: 'shop',
    userId: 'ann',
    tenantId: '',
    data: '{}',
  });
  const user = await createPasswordUser(latchkey);
  await signInByPassword(latchkey, { ...user, password: 'wrong' });
  expect((await search()).users).toBe(0);
  await sealPending(ctx, ctx.project.id);
  await countEvents(ctx, ctx.project.id);
  expect((await search()).users).toBe(0);
});

test('who only refreshes a session is active, on each day once', async () => {
  const own = `${latchkey.projectId}:${latchkey.managementKey}`;
  const user = await createPasswordUser(latchkey);
  const { body } = await signInByPassword(latchkey, user);
  const refresh = async (token: string): Promise<string> => {
    const answer = await latchkey.request('POST', '/v1/auth/refresh', {
      bearer: `${latchkey.projectId}:${token}`,
      body: {},
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    return answer.body.refreshJwt;
  };
  const today = async () => {
    const { days } = await search({ from: latchkey.service.now() }, own);
    return days[0]?.users ?? 0;
  };
  expect(await today()).toBe(1);
  latchkey.advance(dayMs);
  expect(await today()).toBe(0);
  const next = await refresh(body.refreshJwt);
  expect(await today()).toBe(1);
  latchkey.advance(60_000);
  await refresh(next);
  expect(await today()).toBe(1);
  const rows = await latchkey.service.db
    .selectFrom('activeUsers')
    .select('startsAt')
    .where('projectId', '=', latchkey.projectId)
    .where('userId', '=', user.userId)
    .execute();
  expect(rows).toHaveLength(1);
});
