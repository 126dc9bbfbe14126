import { sql } from 'kysely';
import { acrossProjects } from './scope.ts';
import type { Db } from './tables.ts';

export interface ConnectionFacts {
  /** The connections that roles without special rights can have. */
  available: number;
  used: number;
  isEncrypted: boolean;
  /** Both ends are on the same machine. */
  isLocal: boolean;
  /** The time of the server, in milliseconds. */
  clock: number;
}

/** Reads the facts about a connection to PostgreSQL. */
export async function inspectConnection(db: Db): Promise<ConnectionFacts> {
  const { rows } = await sql<ConnectionFacts>`select
    current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as available,
    (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
    (select ssl from pg_stat_ssl where pid = pg_backend_pid()) as "isEncrypted",
    inet_client_addr() is null or inet_client_addr() = inet_server_addr() as "isLocal",
    extract(epoch from clock_timestamp()) * 1000 as clock`.execute(acrossProjects(db));
  const [facts] = rows;
  return { ...facts!, clock: Number(facts!.clock) };
}
