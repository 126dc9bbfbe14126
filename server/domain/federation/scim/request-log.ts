import type { ProjectContext, ServiceContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { perInstance } from '../../../core/per-instance.ts';
import { type DirectoryRequest, isFailure } from './directory-request.ts';
import type { Place } from './place.ts';
import {
  deleteOldRequests,
  findTenantCreation,
  insertRequests,
  keepNewestRequests,
  listRequests,
} from './store-requests.ts';

/** The newest requests that are kept of a tenant: that many which succeeded, and as many which failed. */
export const maxKept = 50;
/** After that long, requests are deleted. */
export const keptMs = 30 * 86_400_000;
const flushAfterMs = 1_000;

interface Waiting {
  ctx: ServiceContext;
  place: Place;
  requests: DirectoryRequest[];
}

/** The requests of an instance that are not in the database yet, by tenant. */
const logs = perInstance(() => ({
  waiting: new Map<string, Waiting>(),
  timer: undefined as NodeJS.Timeout | undefined,
}));

/**
 * Adds a request to the list of its tenant. Costs the request nothing: what has gathered is written once a second, at most `maxKept` of each
 * kind for a tenant, however many there were (decision 0142).
 */
export function recordRequest(
  ctx: ProjectContext,
  tenantId: string,
  request: Omit<DirectoryRequest, 'id' | 'occurredAt' | 'keyId'>,
): void {
  const log = logs(ctx);
  const place = { projectId: ctx.project.id, tenantId };
  const name = JSON.stringify(place);
  const waiting = log.waiting.get(name) ?? { ctx, place, requests: [] };
  log.waiting.set(name, waiting);
  const occurredAt = ctx.now();
  waiting.requests.push({ id: newId('D', occurredAt), occurredAt, keyId: ctx.actor.id, ...request });
  if (waiting.requests.length > 4 * maxKept) waiting.requests = newest(waiting.requests);
  log.timer ??= setTimeout(() => void writeRequests(ctx), flushAfterMs).unref();
}

function newest(requests: DirectoryRequest[]): DirectoryRequest[] {
  const [failed, succeeded] = [requests.filter(isFailure), requests.filter((one) => !isFailure(one))];
  return [...failed.slice(-maxKept), ...succeeded.slice(-maxKept)];
}

/** Writes what has gathered in this instance. What cannot be written is lost: it is a help, and no record. */
export async function writeRequests(service: ServiceContext): Promise<void> {
  const log = logs(service);
  clearTimeout(log.timer);
  log.timer = undefined;
  const all = [...log.waiting.values()];
  log.waiting.clear();
  for (const { ctx, place, requests } of all) {
    try {
      const createdAt = await findTenantCreation(ctx.db, place);
      // The tenant may be gone, or another one may have its ID since.
      const own = requests.filter(({ occurredAt }) => createdAt !== undefined && occurredAt >= createdAt);
      if (own.length === 0) continue;
      await insertRequests(ctx.db, place, newest(own));
      for (const failed of [true, false]) await keepNewestRequests(ctx.db, place, failed, maxKept);
    } catch (err) {
      ctx.log.debug({ err, ...place }, 'requests of a directory were not kept');
    }
  }
}

/** Lists the kept requests of a tenant, newest first. Those of other instances appear within a second. */
export async function loadRequests(ctx: ProjectContext, tenantId: string): Promise<DirectoryRequest[]> {
  await writeRequests(ctx);
  return listRequests(ctx.db, { projectId: ctx.project.id, tenantId });
}

export function deleteOldDirectoryRequests(service: ServiceContext): Promise<void> {
  return deleteOldRequests(service.db, service.now() - keptMs);
}
