import { type RawBuilder, sql } from 'kysely';
import { buildBlocks } from '../../server/domain/project/audit/blocks/build-blocks.ts';
import { openDatabase } from '../../server/storage/engine.ts';
import { withPatience } from '../../server/storage/patience.ts';
import { acrossProjects } from '../../server/storage/scope.ts';
import type { Db } from '../../server/storage/tables.ts';
import { databaseFile, type Place } from '../place.ts';
import { projectId } from '../settings.ts';

/** The time between two events. */
const intervalMs = 500;
const insertedAtOnce = 50_000;
const patienceMs = 3_600_000;

/** The values of the events: a tenth of all events is in the first tenant, and half of all are sign-ins. */
export const users = 1_000_003;
export const tenants = 9_973;
/** A user with one event in a hundred. */
export const heavyUser = 2_000_000;

export interface SeededEvents {
  /** The times of the first and the last event. */
  from: number;
  to: number;
  /** The CPU time for the blocks, in microseconds for each event. */
  buildMicroseconds: number;
}

/** Fills the audit log by SQL, as if its events were sealed, and builds the blocks. */
export async function seedEvents(place: Place, count: number): Promise<SeededEvents> {
  const { db, close } = await openDatabase(
    place.url ? { kind: 'postgres', url: place.url } : { kind: 'sqlite', file: databaseFile(place) },
  );
  try {
    const to = Date.now();
    const from = to - count * intervalMs;
    await withPatience(patienceMs, () => insertAll(acrossProjects(db), place, { count, from }));
    const before = process.cpuUsage();
    await buildBlocks({ db, stopping: new AbortController().signal }, projectId);
    const { user, system } = process.cpuUsage(before);
    return { from, to, buildMicroseconds: (user + system) / count };
  } finally {
    await close();
  }
}

export async function insertAll(db: Db, place: Place, { count, from }: { count: number; from: number }) {
  await sql`delete from "auditEvents" where "projectId" = ${projectId}`.execute(db);
  await sql`delete from "auditSeals" where "projectId" = ${projectId}`.execute(db);
  for (let first = 1; first <= count; first += insertedAtOnce) {
    const last = Math.min(first + insertedAtOnce - 1, count);
    await eventsFrom(place, { first, last, from }).execute(db);
  }
  await sql`insert into "auditSeals" ("projectId", "firstSequence", "lastSequence", hash, "sealedAt", "keyId", signature)
    values (${projectId}, 1, ${count}, 'x', 1, 'k', 's')`.execute(db);
  // Counting them for the console's charts would go on behind the searches.
  await sql`insert into "activityProgress" ("projectId", sequence) values (${projectId}, ${count})
    on conflict ("projectId") do update set sequence = excluded.sequence`.execute(db);
}

/** Numbers are padded, so that IDs have their usual length. */
function padded(place: Place, letter: string, number: string): RawBuilder<string> {
  return sql.raw(
    place.url ? `'${letter}' || lpad((${number})::text, 27, '0')` : `printf('${letter}%027d', ${number})`,
  );
}

function eventsFrom(place: Place, { first, last, from }: { first: number; last: number; from: number }) {
  const numbers = place.url
    ? sql`(select n from generate_series(${sql.lit(first)}::bigint, ${sql.lit(last)}::bigint) as n)`
    : sql`(with recursive c(n) as (select ${sql.lit(first)} union all select n + 1 from c where n < ${sql.lit(last)}) select n from c)`;
  const user = padded(
    place,
    'U',
    `case when n % 100 = 97 then ${heavyUser} else (n * 7919 + n / 7) % ${users} end`,
  );
  const hash = place.url
    ? sql`md5(cast(n as text)) || md5(cast(n + 1 as text))`
    : sql`lower(hex(randomblob(32)))`;
  return sql`insert into "auditEvents" ("projectId", id, "occurredAt", action, severity, "actorType", "actorId", "userId", "tenantId", method, device,
      "remoteAddress", data, sequence, "previousHash", hash, "actingAs", "applicationId")
    select ${projectId}, ${padded(place, 'A', 'n')}, ${sql.lit(from)} + n * ${sql.lit(intervalMs)},
      case when n % 3000000 = 77 then 'rare' when n % 100 < 50 then 'LoginSucceed' when n % 100 < 65 then 'LoginFailed' else 'UserModified' end,
      case when n % 100 between 50 and 64 then 'warn' else 'info' end,
      case when n % 100 < 50 then 'user' else 'managementKey' end,
      case when n % 3000000 = 99 then 'Krare' when n % 100 < 50 then ${user} else ${padded(place, 'K', 'n % 20')} end,
      case when n % 100 between 90 and 96 then '' else ${user} end,
      case when n % 10 < 4 then '' when n % 10 = 4 then ${padded(place, 'T', '0')} else ${padded(place, 'T', `1 + n * 31 % ${tenants}`)} end,
      case when n % 100 < 65 then case n % 3 when 0 then 'totp' when 1 then 'password' else 'saml' end else '' end,
      case n % 5 when 0 then 'Mobile' when 1 then 'Bot' when 2 then 'Tablet' else 'Desktop' end,
      '203.0.' || cast(n * 31 % 251 as text) || '.' || cast(n * 17 % 241 as text),
      '{"requestId":"' || cast(n as text) || '","changes":{"name":{"before":"Ada","after":"Grace"}}}',
      n, ${hash}, ${hash}, '', case when n % 100 = 3 then ${padded(place, 'S', 'n / 100 % 50')} end
    from ${numbers} as numbers`;
}
