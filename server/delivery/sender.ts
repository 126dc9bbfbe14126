import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServiceContext } from '../core/context.ts';
import { happen } from '../core/event.ts';
import { currentSpan, outsideSpans } from '../core/tracing/current-span.ts';
import { deliver } from './deliver.ts';
import { DeliveryError } from './delivery-error.ts';
import { createSmtpPools, type SmtpPools } from './email/pools.ts';
import { logoutLost } from './events.ts';
import { queuedLogout } from './logout.ts';
import { retryDelay } from './retry-delay.ts';
import { claimDueRows, countDueRows, type OutboxRow, updateClaimedRow } from './store.ts';

/** The time of an instance for an attempt. Afterwards another instance may make it, too. */
export const leaseMs = 120_000;

/** Interval for messages of other instances and for further attempts. */
const pollMs = 5_000;

/** Concurrent messages in one instance, and in one project: a hanging mail server must not stop the others. */
const concurrency = 32;
const perProject = 8;
const claimSize = 8;

const longestStopMs = 10_000;

const longestDelayMs = 15 * 60_000;

export interface Sender {
  /** Resolves when nothing is in progress and nothing is due. */
  idle(): Promise<void>;
  /** Finishes messages in progress. Waiting ones are sent by another instance, or after the next start. */
  stop(): Promise<void>;
}

/**
 * Sends the messages in the outbox: those of this instance at once, and all others every few seconds when due. An instance
 * that holds messages claims none.
 */
export function startSender(service: ServiceContext): Sender {
  const name = randomBytes(9).toString('base64url');
  const pools = createSmtpPools(service);
  const underWay = new Map<Promise<void>, string>();
  let round: Promise<void> | undefined;
  /** All projects are to be looked at. */
  let isWanted = false;
  /** Projects to which this instance has given messages. */
  const woken = new Set<string>();
  /** There may have been more messages than room. */
  let isShort = false;
  let isStopped = false;

  /** Runs one round at a time; a request during a round starts another one afterwards. */
  function look(projectId?: string): Promise<void> {
    if (projectId === undefined) isWanted = true;
    else woken.add(projectId);
    round ??= run().finally(() => {
      round = undefined;
    });
    return round;
  }

  async function run(): Promise<void> {
    while ((isWanted || woken.size > 0) && !isStopped && !service.holdsMessages) {
      const isFull = underWay.size + claimSize > concurrency;
      const busyProjects = busyOf([...underWay.values()]);
      isShort = isFull || busyProjects.length > 0;
      const [next] = isWanted || isShort ? [] : woken;
      if (next === undefined) {
        isWanted = false;
        woken.clear();
      } else woken.delete(next);
      if (isFull) return;
      const rows = next === undefined ? await claimAll(busyProjects) : await claim(next, claimSize);
      for (const row of rows) start(row);
      // There may be more, also of other projects: while some projects are busy, a claim takes messages of one
      // project.
      if (rows.length === claimSize || (isShort && rows.length > 0)) isWanted = true;
    }
  }

  async function claimAll(busyProjects: string[]): Promise<OutboxRow[]> {
    const due = await reading(
      countDueRows(service.db, { now: service.now(), limit: claimSize, busyProjects }),
    );
    const rows = [];
    for (const [projectId, count] of due ?? []) rows.push(...(await claim(projectId, count)));
    return rows;
  }

  async function claim(projectId: string, limit: number): Promise<OutboxRow[]> {
    const now = service.now();
    const claimed = { projectId, claimedBy: name, now, claimedUntil: now + leaseMs, limit };
    return (await reading(claimDueRows(service.db, claimed))) ?? [];
  }

  /** A failure leaves the messages for the next round, and those of other projects as they are. */
  async function reading<R>(result: Promise<R>): Promise<R | undefined> {
    try {
      return await result;
    } catch (error) {
      service.counters.count('latchkey_background_errors_total', { task: 'outbox' });
      service.log.warn({ err: error }, 'the outbox cannot be read');
      return undefined;
    }
  }

  function start(row: OutboxRow): void {
    const attempt = traced(service, row, () => attemptRow(service, row, pools)).finally(() => {
      underWay.delete(attempt);
      if (isShort) void look();
    });
    underWay.set(attempt, row.projectId);
  }

  const stopListening = service.outbox.onWake((projectId) => outsideSpans(() => void look(projectId)));
  const timer = setInterval(() => void look(), pollMs);
  timer.unref();
  void look();
  return {
    async idle() {
      do {
        await look();
        await Promise.all(underWay.keys());
      } while (underWay.size > 0 || round);
    },
    async stop() {
      isStopped = true;
      stopListening();
      clearInterval(timer);
      await round;
      await atMost(longestStopMs, Promise.all(underWay.keys()));
      // Interrupted attempts are recorded as failed and repeated.
      pools.close();
      await atMost(longestStopMs, Promise.all(underWay.keys()));
    },
  };
}

function busyOf(projects: string[]): string[] {
  const counts = new Map<string, number>();
  for (const project of projects) counts.set(project, (counts.get(project) ?? 0) + 1);
  return [...counts].filter(([, count]) => count >= perProject).map(([project]) => project);
}

async function atMost(milliseconds: number, work: Promise<unknown>): Promise<void> {
  const late = new AbortController();
  await Promise.race([work, sleep(milliseconds, undefined, { signal: late.signal }).catch(() => {})]);
  late.abort();
}

/** Runs an attempt in a trace of its own, because it can be made by another instance and long after the request. */
function traced(service: ServiceContext, row: OutboxRow, attempt: () => Promise<void>): Promise<void> {
  if (!service.tracing) return attempt();
  const attributes = {
    'latchkey.project.id': row.projectId,
    'latchkey.message.id': row.id,
    'latchkey.message.kind': row.kind,
    'latchkey.message.attempt': row.attempts,
  };
  return service.tracing.traceDelivery(`deliver ${row.channel}`, { attributes }, row.id, attempt);
}

/** Never throws: an attempt that cannot be recorded is repeated when its claim expires. */
async function attemptRow(service: ServiceContext, row: OutboxRow, pools: SmtpPools): Promise<void> {
  try {
    if (row.expiresAt <= service.now()) {
      const reason = row.lastError || 'no instance sent it';
      countAttempt(service, row, 'dead');
      await finish(service, row, { status: 'dead', lastError: `too late: ${reason}` });
      return;
    }
    const { via, response } = await deliver(service, row, pools);
    countAttempt(service, row, 'sent');
    await finish(service, row, { status: 'sent', lastError: '', via, response });
  } catch (error) {
    await recordFailure(service, row, error as Error).catch((error) =>
      service.log.warn({ err: error, message: row.id }, 'the result of a message could not be recorded'),
    );
  }
}

async function recordFailure(service: ServiceContext, row: OutboxRow, error: Error): Promise<void> {
  service.tracing?.fail(currentSpan(), error);
  const isForeign = error instanceof DeliveryError;
  if (!isForeign) service.log.error({ err: error, message: row.id }, 'sending failed');
  const lastError = isForeign ? error.message : 'an error occurred in this service; see its log';
  const nextAttemptAt = service.now() + retryDelay(row.attempts, longestDelayMs);
  const isLast = (isForeign && error.isPermanent) || nextAttemptAt >= row.expiresAt;
  countAttempt(service, row, isLast ? 'dead' : 'retried');
  if (isLast) {
    await finish(service, row, { status: 'dead', lastError });
  } else {
    await updateClaimedRow(service.db, row, { lastError, nextAttemptAt, claimedBy: '' });
  }
}

function countAttempt(service: ServiceContext, { channel }: OutboxRow, outcome: 'sent' | 'retried' | 'dead') {
  currentSpan()?.setAttribute('latchkey.message.outcome', outcome);
  service.counters.count('latchkey_deliveries_total', { channel, outcome });
}

async function finish(
  service: ServiceContext,
  row: OutboxRow,
  end: { status: 'sent' | 'dead'; lastError: string; via?: string; response?: string },
): Promise<void> {
  // The development inbox shows sent messages. Events can be sent again, and dead messages while they are
  // useful. Nothing else is stored.
  const isShown = service.mode === 'development' && end.status === 'sent';
  const isOfUse = end.status === 'dead' && row.expiresAt > service.now();
  const keepsContent = row.channel === 'webhook' || isShown || isOfUse;
  const isFinished = await updateClaimedRow(service.db, row, {
    ...end,
    ...(!keepsContent && { content: '' }),
    nextAttemptAt: null,
    finishedAt: service.now(),
  });
  if (isFinished && row.channel === 'logout' && end.status === 'dead')
    await happen(service, logoutLost, { logout: queuedLogout(row, ''), reason: end.lastError });
}
