import { systemClock } from '../core/clock.ts';
import type { Config } from '../core/config.ts';
import { createSealer } from '../core/crypto.ts';
import { findSecretKey, secretKeyFile } from '../core/secret-key.ts';
import { newestEventTime } from '../domain/project/audit/search-events.ts';
import { canUnsealSigningKeys } from '../domain/project/projects/keys/signing-keys.ts';
import { loadProjects } from '../domain/project/projects/load-project.ts';
import type { Database } from '../storage/engine.ts';
import { inspectDatabase } from '../storage/inspect.ts';
import { migrationStatus, refuseUnknown } from '../storage/migrate.ts';
import { migrations } from '../storage/migrations.ts';
import { asTime, CommandFailure } from './output.ts';

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

export async function checkSecretKey(config: Config, { db }: Database): Promise<string> {
  const source = config.secretKey ? 'LATCHKEY_SECRET_KEY' : secretKeyFile(config.dataDir);
  const key = await findSecretKey(config);
  if (!key)
    throw new CommandFailure(
      `LATCHKEY_SECRET_KEY is missing, and there is no ${source}: set it to the server's key`,
    );
  if (await canUnsealSigningKeys({ db, sealer: createSealer(key) })) return `${source} opens the secrets`;
  throw new CommandFailure(`${source} is not the key that sealed the secrets in this database: use that key`);
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
    `this machine's time is ${asTime(now)}, but the audit log continues until ${asTime(newest)}: set the clock (NTP)`,
  );
}
