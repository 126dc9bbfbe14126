import type { ServiceContext } from '../../../../core/context.ts';
import { fewAtOnce } from '../../../../core/few-at-once.ts';
import { findTenants } from '../../../directory/tenants/load-tenant.ts';
import { enterAsSweeper } from '../../../project/projects/enter-project.ts';
import { findConnection } from '../store.ts';
import { claimDailyReading, listDueConnections } from '../store-reading.ts';
import { describedAt, readAgain } from './read-again.ts';
import { nextReading } from './reading.ts';

/** The readings of one round of one instance, and how many of them run at once. */
const batchSize = 50;
const atOnce = 5;

type Due = Awaited<ReturnType<typeof listDueConnections>>[number];

/**
 * Reads the descriptions of identity providers that are due, each once a day for all instances. A claim counts as the reading, so one
 * that an instance does not finish waits for the next day.
 */
export async function readDueProviders(service: ServiceContext): Promise<void> {
  const due = await listDueConnections(service.db, service.now(), batchSize);
  await fewAtOnce(due, { atOnce, signal: service.stopping }, (next) =>
    readDue(service, next).catch((error: unknown) => {
      service.log.warn({ err: error }, 'reading an identity provider failed');
    }),
  );
}

/** A connection without an address, or of a disabled tenant, waits for the next day: it may get one, or be enabled. */
async function readDue(service: ServiceContext, due: Due): Promise<void> {
  const { projectId, tenantId, id } = due;
  if (!(await claimDailyReading(service.db, due, nextReading(service.now())))) return;
  const ctx = await enterAsSweeper(service, projectId);
  if (!ctx) return;
  const connection = await findConnection(ctx.db, projectId, tenantId, id);
  if (!connection || !describedAt(connection)) return;
  const [tenant] = await findTenants(ctx, [tenantId]);
  if (tenant && !tenant.settings.disabled) await readAgain(ctx, connection, { cause: 'daily' });
}
