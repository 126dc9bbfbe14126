import type { ProjectContext } from '../../../core/context.ts';
import { findLastRemovable } from '../audit/read-chain.ts';
import { removeEvents } from '../audit/remove-events.ts';
import { loadStreams, type StreamState } from './change-streams.ts';

/** The removal would take events that streams have not sent. */
export class UnsentEventsError extends Error {
  readonly streams: StreamState[];

  constructor(streams: StreamState[]) {
    super('some of these events have not been sent');
    this.streams = streams;
  }
}

/**
 * Removes the start of the log, as `removeEvents` does, unless a stream has not sent all of it: then throws an
 * UnsentEventsError and removes nothing. With `evenUnsent`, that stream goes on with the first event that is left.
 */
export async function removeStreamedEvents(
  ctx: ProjectContext,
  before: number,
  { evenUnsent = false } = {},
): Promise<number> {
  if (!evenUnsent) {
    const last = await findLastRemovable(ctx, ctx.project.id, before);
    const behind = (await loadStreams(ctx)).filter(({ sentSequence }) => sentSequence < last);
    if (behind.length > 0) throw new UnsentEventsError(behind);
  }
  return removeEvents(ctx, before);
}
