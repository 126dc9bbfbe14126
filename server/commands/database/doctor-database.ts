import { systemClock } from '../../core/clock.ts';
import type { Config } from '../../core/config.ts';
import { createSealer } from '../../core/crypto.ts';
import { findSecretKeys, secretKeySource } from '../../core/secret-key.ts';
import {
  countSeals,
  describeCounts,
  type SealCount,
  sumOf,
} from '../../domain/administration/secret-keys/count-seals.ts';
import { countConcerned } from '../../domain/administration/stricter-rules/count-concerned.ts';
import { newestEventTime } from '../../domain/project/audit/search-events.ts';
import { canUnsealSigningKeys } from '../../domain/project/projects/keys/signing-keys.ts';
import { loadProjects } from '../../domain/project/projects/load-project.ts';
import { findConflicts } from '../../domain/sessions/sign-in-policy/incompatible.ts';
import { sealedColumns } from '../../groups.ts';
import { refuseLocalTables } from '../../storage/distribution.ts';
import type { Database } from '../../storage/engine.ts';
import { inspectDatabase } from '../../storage/inspect.ts';
import { migrationStatus, refuseUnknown } from '../../storage/migrate.ts';
import { migrations } from '../../storage/migrations.ts';
import type { Db } from '../../storage/tables.ts';
import { asTime, CommandFailure } from '../output.ts';

/** Several machines write the audit log, and their clocks differ a little. */
const clockToleranceMilliseconds = 60_000;

export async function checkMigrations({ db }: Database): Promise<string> {
  const status = await migrationStatus(db, migrations);
  refuseUnknown(status);
  if (status.pending.length === 0) return `${status.applied.length} applied, none missing`;
  throw new CommandFailure(
    `missing: ${status.pending.join(', ')}. Run \`latchkey migrate\`, or start the server`,
  );
}

export async function checkEngine(database: Database): Promise<string> {
  const { engine, problems } = await inspectDatabase(database);
  if (problems.length === 0) return `${engine}, settings and file are in order`;
  throw new CommandFailure(`${engine}: ${problems.join(' ')}`);
}

/** Checks a database on Citus: its tables, and its nodes. */
export async function checkDistribution(database: Database): Promise<string> {
  await refuseLocalTables(database);
  const nodes = (await database.nodes?.ask()) ?? [];
  const silent = nodes.filter(({ isReachable }) => !isReachable).map(({ name }) => name);
  if (silent.length === 0)
    return `the tables of projects are distributed, and all ${nodes.length} nodes respond`;
  throw new CommandFailure(
    `these nodes do not respond: ${silent.join(', ')}. Requests of their projects fail until you start them`,
  );
}

/** Counts every sealed value by its key. Succeeds only if the newest key seals all of them. */
export async function checkSecretKeys(config: Config, { db }: Database): Promise<string> {
  const source = secretKeySource(config);
  const keys = await findSecretKeys(config);
  if (!keys)
    throw new CommandFailure(
      `LATCHKEY_SECRET_KEY is missing, and there is no ${source}: set it to the server's keys`,
    );
  const sealer = createSealer(...keys);
  if ((await canUnsealSigningKeys({ db, sealer })) === false)
    throw new CommandFailure(
      `${source} is not the key that sealed the secrets in this database: use that key`,
    );
  const { keyIds } = sealer;
  const [newest = '', ...older] = keyIds;
  const counts = await countSeals({ db, sealer }, sealedColumns);
  const rest = counts.filter(({ keyId }) => keyId !== newest);
  const total = sumOf(counts);
  if (rest.length === 0) {
    const removable = older.length > 0 ? `; ${older.join(' and ')} can be removed` : '';
    return `${source} opens the secrets: the key ${newest} seals all ${total} values${removable}`;
  }
  const byKey = Map.groupBy(rest, ({ keyId }) => keyId);
  const found = [...byKey].map(
    ([keyId, counts]) =>
      `${sumOf(counts)} of ${total} values are sealed with ${keyId ? `the key ${keyId}` : 'an unknown key'}` +
      `${keyIds.includes(keyId) ? '' : ', which is missing here'}: ${describeCounts(counts)}`,
  );
  throw new CommandFailure(`${found.join('. ')}. ${remedyFor(rest, keyIds)}`);
}

function remedyFor(rest: readonly SealCount[], keyIds: readonly string[]): string {
  if (rest.some(({ keyId }) => !keyIds.includes(keyId)))
    return 'Put the missing key back at the end of the list, then run `latchkey secrets rotate`';
  if (rest.every(({ expires }) => expires)) return 'They expire within minutes: wait, then check again';
  return 'Run `latchkey secrets rotate` before you remove a key';
}

/**
 * Compares this machine's clock with the audit log. With a slow clock, tokens and codes live too long, and the
 * signatures of others seem to come from the future.
 */
export async function checkClock({ db }: Database): Promise<string> {
  const now = systemClock();
  const projects = await loadProjects({ db });
  const times = await Promise.all(projects.map(({ id }) => newestEventTime({ db }, id)));
  const newest = Math.max(0, ...times.map((time) => time ?? 0));
  if (newest <= now + clockToleranceMilliseconds) return asTime(now);
  throw new CommandFailure(
    `this machine's time is ${asTime(now)}, but the newest audit event is from ${asTime(newest)}: set the clock (NTP)`,
  );
}

/** Says whom the rules concern that became stricter in this version; empty: nobody. That is no problem in itself. */
export async function describeStricterRules(db: Db): Promise<string> {
  if ((await migrationStatus(db, migrations)).applied.length === 0) return '';
  const projects = await loadProjects({ db });
  const found: string[] = [];
  for (const { id, name } of projects) {
    for (const { count, names, subject, effect } of await countConcerned(db, id)) {
      const named = names.length > 0 ? ` (${names.join(', ')})` : '';
      if (count > 0) found.push(`${name} (${id}), ${subjects[subject]}: ${count}${named}. They ${effect}`);
    }
  }
  return found.length === 0 ? '' : `${found.join('. ')}. See CHANGELOG.md`;
}

const maxConflicts = 10;

/** Finds sign-in policies that no user can satisfy together, so that nobody to whom they apply can sign in. */
export async function checkSignInPolicies({ db }: Pick<Database, 'db'>): Promise<string> {
  if ((await migrationStatus(db, migrations)).applied.length === 0) return '';
  const found: string[] = [];
  for (const { id, name } of await loadProjects({ db })) {
    for (const { problem } of await findConflicts(db, id)) found.push(`${name} (${id}): ${problem}`);
  }
  if (found.length === 0) return 'no two of them exclude each other';
  const more = found.length > maxConflicts ? `. There are ${found.length - maxConflicts} more` : '';
  throw new CommandFailure(`${found.slice(0, maxConflicts).join('. ')}${more}`);
}

const subjects = {
  users: 'users',
  accessKeys: 'access keys',
  applications: 'applications',
};
