import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { newId } from '../../../core/ids.ts';
import { newWebhookSecret } from '../../../delivery/webhook/sign.ts';
import { transaction } from '../../../storage/transaction.ts';
import { findEnds } from '../audit/read-chain.ts';
import { recordAudit } from '../audit/record.ts';
import { type AuditStream, destinationOf, type Receiver, sealReceiver, toStream } from './audit-stream.ts';
import { type GivenReceiver, readReceiver } from './read-receiver.ts';
import { deleteStreamRow, insertStreamRow, listStreamRows } from './store.ts';

/** The limit for a project: each stream reads every event. */
const maxStreams = 10;

export interface NewStream extends GivenReceiver {
  name: string;
  /** The row after which the stream begins; 0 is the oldest one. Absent: the end of the chain. */
  after?: number | undefined;
}

/** A stream with the events that it has not sent. */
export interface StreamState extends AuditStream {
  lastSequence: number;
  waitingEvents: number;
}

/** Lists the streams, oldest first. */
export async function loadStreams(
  ctx: Pick<ProjectContext, 'db' | 'project' | 'sealer'>,
): Promise<StreamState[]> {
  const [rows, ends] = await Promise.all([
    listStreamRows(ctx.db, ctx.project.id),
    findEnds(ctx, ctx.project.id),
  ]);
  return rows.map((row) => toState(toStream(ctx.sealer, row), ends));
}

function toState(stream: AuditStream, { last, removed }: { last: number; removed: number }): StreamState {
  const waitingEvents = Math.max(0, last - Math.max(stream.sentSequence, removed));
  return { ...stream, lastSequence: last, waitingEvents };
}

/** Creates a stream. Only this response contains the secret of its signature; it is empty where nothing is signed. */
export async function createStream(ctx: ProjectContext, input: NewStream) {
  const receiver = readReceiver(input, newWebhookSecret());
  const projectId = ctx.project.id;
  const stream = await transaction(ctx, async (ctx) => {
    if ((await listStreamRows(ctx.db, projectId)).length >= maxStreams) {
      throw new ServiceError(
        'E011004',
        `A project can have at most ${maxStreams} audit streams. Delete one first`,
      );
    }
    const ends = await findEnds(ctx, projectId);
    const sentSequence = readStart(input.after, ends.last);
    const now = ctx.now();
    const id = newId('S', now);
    const row = {
      projectId,
      id,
      name: input.name,
      createdAt: now,
      sealedSettings: sealReceiver(ctx.sealer, { projectId, id }, receiver),
      sentSequence,
      lastSentAt: null,
      attempts: 0,
      nextAttemptAt: now,
      failingSince: null,
      lastError: '',
      claimedBy: '',
      claimedUntil: 0,
    };
    await insertStreamRow(ctx.db, row);
    const { kind } = receiver;
    const data = { id, name: input.name, kind, destination: destinationOf(receiver), after: sentSequence };
    await recordAudit(ctx, { action: 'AuditStreamCreated', data });
    return toState(toStream(ctx.sealer, row), ends);
  });
  return { stream, secret: secretOf(receiver) };
}

function secretOf(receiver: Receiver): string {
  return receiver.kind === 'http' ? receiver.secret : '';
}

function readStart(after: number | undefined, last: number): number {
  if (after === undefined) return last;
  if (after >= 0 && after <= last) return after;
  throw new ServiceError('E011004', `after must be from 0 to ${last}, the last row of the audit log`);
}

export async function deleteStream(ctx: ProjectContext, id: string): Promise<void> {
  await transaction(ctx, async (ctx) => {
    if (!(await deleteStreamRow(ctx.db, { projectId: ctx.project.id, id })))
      throw new ServiceError('E113501');
    await recordAudit(ctx, { action: 'AuditStreamDeleted', data: { id } });
  });
}
