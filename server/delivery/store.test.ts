import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';
import { claimDueRows, countDueRows, insertOutboxRows } from './store.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  latchkey = await startLatchkey();
});

afterAll(() => latchkey.close());

/** Due in an hour, so that the running sender ignores them. */
const hourMs = 60 * 60_000;

async function write(projectId: string, count: number, dueAt: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => ({
    projectId,
    id: `M${i}`,
    channel: 'webhook' as const,
    kind: 'user.created',
    recipient: 'W',
    userId: '',
    status: 'waiting' as const,
    content: '',
    attempts: 0,
    nextAttemptAt: dueAt,
    claimedBy: '',
    expiresAt: dueAt + hourMs,
    lastError: '',
    via: '',
    response: '',
    createdAt: dueAt,
    finishedAt: null,
  }));
  await insertOutboxRows(latchkey.context.db, rows);
}

test('while a project is busy, the longest waiting row of the others is claimed first', async () => {
  const { db } = latchkey.context;
  const now = latchkey.context.now() + 2 * hourMs;
  const second = await latchkey.addProject();
  const third = await latchkey.addProject();
  await write(latchkey.projectId, 50, now - 30);
  await write(second.projectId, 3, now - 10);
  await write(third.projectId, 2, now - 20);
  await write((await latchkey.addProject()).projectId, 1, now + 1);
  const claim = async () => {
    const due = await countDueRows(db, { now, limit: 8, busyProjects: [latchkey.projectId] });
    const rows = [];
    for (const [projectId, limit] of due)
      rows.push(
        ...(await claimDueRows(db, { projectId, claimedBy: 'x', now, claimedUntil: now + hourMs, limit })),
      );
    return rows.map(({ projectId }) => projectId);
  };
  expect(await claim()).toEqual(Array(2).fill(third.projectId));
  expect(await claim()).toEqual(Array(3).fill(second.projectId));
  expect(await claim()).toEqual([]);
});
