import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../../core/context.ts';
import { perInstance } from '../../../../core/per-instance.ts';
import type { Connection } from '../connection.ts';
import { findConnection } from '../store.ts';
import { claimReading, findAskedAt } from '../store-reading.ts';
import { factsOf } from './key-changes.ts';
import { describedAt, readAgain } from './read-again.ts';
import type { KeyFacts } from './reading.ts';

/** Anybody can send a response with a wrong signature, so an address is not read more often because of one. */
const intervalMs = 60_000;

/** A reading takes no longer than this. Those that need its keys, too, wait for it. */
const longestReadingMs = 6_000;
const lookEveryMs = 500;

/** Wrong signatures must not fill an instance with responses that wait. */
const maxWaiting = 20;
const waiting = perInstance(() => ({ count: 0 }));

/**
 * Asks the address of the metadata for other keys, because a signature matches none of the known ones. Returns the connection if it has other
 * certificates then, and a sentence that says what the address has.
 */
export async function askForKeys(
  ctx: ProjectContext,
  connection: Connection,
): Promise<{ fresh?: Connection; finding: string }> {
  if (!describedAt(connection)) {
    return {
      finding:
        'They were not read from a metadata URL, so Latchkey cannot look for new ones. Enter the identity ' +
        'provider’s current metadata or certificates.',
    };
  }
  const now = ctx.now();
  const key = { projectId: ctx.project.id, tenantId: connection.tenantId, id: connection.id };
  const isOurs = await claimReading(ctx.db, key, { now, intervalMs });
  const acting: ProjectContext = { ...ctx, actor: { type: 'system', id: 'metadata' } };
  const current = isOurs
    ? await readAgain(acting, connection, { cause: 'signature', claim: now })
    : await whatOthersRead(ctx, connection, key);
  if (current?.protocol !== 'saml') return { finding: 'The connection has been changed in the meantime.' };
  const isFresh = certificatesOf(current) !== certificatesOf(connection);
  return { ...(isFresh && { fresh: current }), finding: findingOf(connection, current) };
}

/** Returns the connection as it is, or as it is after the reading that has just begun elsewhere. */
async function whatOthersRead(
  ctx: ProjectContext,
  connection: Connection,
  key: { projectId: string; tenantId: string; id: string },
): Promise<Connection | undefined> {
  const load = () => findConnection(ctx.db, key.projectId, key.tenantId, key.id);
  const askedAt = await findAskedAt(ctx.db, key);
  const waiters = waiting(ctx);
  const first = await load();
  let current = first;
  // Its own claim tells, because the clocks of two instances differ. What an administrator has saved meanwhile is as good.
  const isRead = ({ reading }: Connection) =>
    reading.answered === askedAt || !isDeepStrictEqual(reading, first?.reading);
  if (waiters.count >= maxWaiting || ctx.now() - askedAt > longestReadingMs) return current;
  waiters.count += 1;
  try {
    for (let waited = 0; waited < longestReadingMs; waited += lookEveryMs) {
      if (!current || isRead(current) || certificatesOf(current) !== certificatesOf(connection)) break;
      await wait(lookEveryMs);
      current = await load();
    }
    return current;
  } finally {
    waiters.count -= 1;
  }
}

function certificatesOf({ settings }: Connection): string {
  return settings.idpCertificates.join();
}

function findingOf(before: Connection, { settings, reading }: Connection): string {
  const { readAt, failedAt, failure } = reading;
  if (failedAt > 0) return `The metadata URL was read ${at(failedAt)}, but nothing was updated: ${failure}`;
  const added = settings.idpCertificates.filter((one) => !before.settings.idpCertificates.includes(one));
  const readWhen = readAt > 0 ? `was read ${at(readAt)}` : 'was not read again yet';
  return added.length > 0
    ? `The metadata URL now has a different certificate (${named(added)}), which is now used, but did not sign this response either.`
    : `The metadata URL ${readWhen}, at most once a minute, and has the same certificates (${named(settings.idpCertificates)}).`;
}

function named(certificates: string[]): string {
  const [first, ...more] = certificates.flatMap(factsOf);
  if (!first) return 'none';
  return more.length > 0 ? `${textOf(first)}, and ${more.length} more` : textOf(first);
}

function textOf({ fingerprint, validFrom }: KeyFacts): string {
  return `SHA-256 ${fingerprint}, valid from ${new Date(validFrom).toISOString().slice(0, 10)}`;
}

function at(moment: number): string {
  return `at ${new Date(moment).toISOString().slice(0, 19)}Z`;
}
