import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectContext, ServiceContext } from '../../../../core/context.ts';
import { seenSessions } from '../seen-sessions.ts';
import { countEndedSince, deleteEnded, insertEnded, listEnded, type Place } from './store.ts';

/** The most sessions in one answer. */
export const pageSize = 5_000;

export const longestWaitSeconds = 25;

const lookEveryMs = 250;

/** A session can appear in the list this much later than it says: its transaction waited, or a clock is behind. */
const lateMs = 15_000;

/** Identifies a session without its ID: 132 bits of the SHA-256, in base64url. */
export function idHashOf(sessionId: string): string {
  return hash('sha256', sessionId, 'base64url').slice(0, 22);
}

/**
 * Lists ended sessions for applications that check session JWTs themselves. Part of the transaction that ends them.
 *
 * A session counts as seen ended before the commit: if the database fails now, nobody knows whether it was ended.
 */
export async function noteEnded(ctx: ProjectContext, ids: string[]): Promise<void> {
  for (const id of ids) seenSessions(ctx).sawEnded(id);
  const { id: projectId, settings } = ctx.project;
  const endedAt = ctx.now();
  const expiresAt = endedAt + settings.sessionLifetimeSeconds * 1_000;
  await insertEnded(
    ctx.db,
    ids.map((id) => ({ projectId, endedAt, idHash: idHashOf(id), expiresAt })),
  );
}

/** The progress of a reader: it knows the sessions before the place, and perhaps those behind it. */
export interface Position extends Place {
  /** A digest of the sessions behind the place that the reader knows. Empty if there are none. */
  known: string;
}

export const start: Position = { endedAt: 0, idHash: '', known: '' };

export interface EndedSessions {
  idHashes: string[];
  position: Position;
  /** The answer is full, so the next one will not wait. */
  hasMore: boolean;
}

/**
 * Waits until sessions have ended that the reader does not know, and returns them; none if `waitSeconds` pass. Some
 * of them can be known already.
 */
export async function readEnded(
  ctx: ProjectContext,
  position: Position,
  waitSeconds: number,
): Promise<EndedSessions> {
  const until = performance.now() + waitSeconds * 1_000;
  let lastState: string | undefined;
  for (;;) {
    const state = await stateOfList(ctx);
    if (state !== lastState) {
      const rows = await listEnded(ctx.db, {
        projectId: ctx.project.id,
        endedAt: position.endedAt,
        idHash: position.idHash,
        now: ctx.now(),
        limit: pageSize,
      });
      if (rows.length > 0 && digestOf(rows) !== position.known) return endedIn(rows);
      lastState = state;
    }
    if (performance.now() >= until || ctx.stopping.aborted) return { idHashes: [], position, hasMore: false };
    await sleep(lookEveryMs);
  }
}

/** Changes when a session ends. All who wait share one query for it. */
function stateOfList(ctx: ProjectContext): Promise<string> {
  const { id: projectId } = ctx.project;
  const lifetimeSeconds = (0.8 * lookEveryMs) / 1_000;
  return ctx.cache.get(`ended-sessions:${projectId}`, lifetimeSeconds, async () => {
    const [state] = await countEndedSince(ctx.db, { projectId, since: ctx.now() - 4 * lateMs });
    return `${state?.count}-${state?.last}`;
  });
}

function endedIn(rows: Place[]): EndedSessions {
  const idHashes = rows.map(({ idHash }) => idHash);
  const last = rows.at(-1)!;
  if (rows.length === pageSize) return { idHashes, position: { ...last, known: '' }, hasMore: true };
  const endedAt = last.endedAt - lateMs;
  const known = digestOf(rows.filter((row) => row.endedAt >= endedAt));
  return { idHashes, position: { endedAt, idHash: '', known }, hasMore: false };
}

function digestOf(rows: Place[]): string {
  return rows.length === 0 ? '' : idHashOf(rows.map(({ idHash }) => idHash).join());
}

export function forgetEndedSessions(ctx: ServiceContext): Promise<void> {
  return deleteEnded(ctx.db, ctx.now());
}
