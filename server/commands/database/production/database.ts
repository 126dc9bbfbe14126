import { systemClock } from '../../../core/clock.ts';
import { countOwners } from '../../../domain/administration/administrators/count-owners.ts';
import { inspectConnection } from '../../../storage/inspect-connection.ts';
import { checkClock } from '../doctor-database.ts';
import { attention, type Finding, found, inDatabase, ok, type Subject } from './line.ts';

const clockToleranceMilliseconds = 2_000;

export function checkDatabase({ database, databaseProblem }: Subject): Finding {
  if (!database) return attention(databaseProblem);
  if (database.kind === 'postgres') return ok('PostgreSQL, for any number of instances');
  return ok('the embedded database, for one instance');
}

export const checkConnections = inDatabase(async ({ kind, db }, { config: { databasePoolSize } }) => {
  if (kind === 'sqlite') return ok('the embedded database needs none');
  const { available, used } = await inspectConnection(db);
  const text = `an instance or worker opens up to ${databasePoolSize}; ${used} of ${available} are in use`;
  return databasePoolSize * 2 <= available && used < available * 0.9 ? ok(text) : attention(text);
});

export const checkDatabaseTls = inDatabase(async ({ kind, db }) => {
  if (kind === 'sqlite') return ok('the embedded database has no connection');
  const { isEncrypted, isLocal } = await inspectConnection(db);
  if (isEncrypted) return ok('encrypted');
  return isLocal ? ok('not encrypted, but on this machine') : attention('not encrypted');
});

export const checkClocks = inDatabase(async (database): Promise<Finding> => {
  const log = await found(() => checkClock(database));
  if (database.kind === 'sqlite' || log.result !== 'ok') return log;
  const { clock } = await inspectConnection(database.db);
  const difference = Math.abs(clock - systemClock());
  if (difference <= clockToleranceMilliseconds) return ok(`${log.detail}, and PostgreSQL agrees`);
  return attention(
    `the clocks of this machine and of PostgreSQL differ by ${Math.round(difference / 1000)} seconds`,
  );
});

export const checkOwners = inDatabase(async ({ db }: NonNullable<Subject['database']>) => {
  const count = await countOwners({ db });
  return count >= 2 ? ok(`${count} owners`) : attention(`${count} of 2 owners`);
});
