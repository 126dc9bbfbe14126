import type { ServiceContext } from './context.ts';

/** How exactly it is known when a key was used: a write for each request would cost more than the request. */
const noteEveryMs = 5 * 60_000;

/**
 * Sees to it that somebody can tell later which keys are in use. `write` puts `now` in the place of what is before
 * `before`: of several instances that see the key at the same time one does. That it cannot be written, on a full disk
 * for instance, is no reason to refuse the key.
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
    ctx.log.warn({ err: error }, 'the use of a key cannot be written down');
  }
}
