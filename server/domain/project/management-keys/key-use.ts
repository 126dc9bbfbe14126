import type { ServiceContext } from '../../../core/context.ts';

/** The precision of the recorded use: a write for each request would cost more than the request. */
const noteEveryMs = 5 * 60_000;

/**
 * Records when the key was last used. `write` sets the time to `now` if it is earlier than `before`, so that
 * only one of several instances writes. A failed write, for example on a full disk, does not refuse the key.
 */
export async function noteKeyUse(
  ctx: ServiceContext,
  key: { lastUsedAt: number | null },
  write: (use: { now: number; before: number }) => Promise<unknown>,
): Promise<void> {
  const now = ctx.now();
  const before = now - noteEveryMs;
  if (key.lastUsedAt !== null && key.lastUsedAt >= before) return;
  try {
    await write({ now, before });
  } catch (error) {
    ctx.log.warn({ err: error }, 'the use of a key could not be recorded');
  }
}
