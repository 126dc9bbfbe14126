import type { ServiceContext } from '../../../core/context.ts';
import type { Row } from '../../../storage/tables.ts';
import { sealPending } from './sealing/seal-events.ts';
import { findFirstKept, findHead, findRemoval, listSealedEvents } from './sealing/store-chain.ts';

type Service = Pick<ServiceContext, 'db' | 'now' | 'sealer'>;

/** An event with its place in the chain. */
export type SealedEvent = Row<'auditEvents'> & { sequence: number };

/** Returns sealed events in the order of the chain. */
export async function readChain(
  { db }: Pick<Service, 'db'>,
  projectId: string,
  { after, limit }: { after: number; limit: number },
): Promise<SealedEvent[]> {
  const range = { after, upTo: Number.MAX_SAFE_INTEGER, limit };
  return (await listSealedEvents(db, projectId, range)) as SealedEvent[];
}

/** Returns the number of the last sealed row, and of the last one that was removed. Both are 0 if there is none. */
export async function findEnds({ db }: Pick<Service, 'db'>, projectId: string) {
  const [head, removal] = await Promise.all([findHead(db, projectId), findRemoval(db, projectId)]);
  return { last: head?.lastSequence ?? 0, removed: removal?.sequence ?? 0 };
}

/** Returns the number of the last row that `removeEvents` would remove; 0 if it would remove none. */
export async function findLastRemovable(service: Service, projectId: string, before: number) {
  await sealPending(service, projectId);
  const firstKept = await findFirstKept(service.db, projectId, before);
  return firstKept === undefined ? (await findEnds(service, projectId)).last : firstKept - 1;
}
