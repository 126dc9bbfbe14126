import type { Cores } from './cores.ts';

/** Describes the set-up of this machine; `bench/README.md` explains the method. */
export function notes({ server, load, database }: Cores, searches: number): string {
  const sharing =
    database === load
      ? `PostgreSQL runs on core ${load}, too, beside the load generator`
      : `PostgreSQL runs on cores ${database}`;
  return `## How to read this

[README.md](README.md) explains what each section measures and what it does not show. On this machine the server with
all its threads runs on core ${server}, and the load generator on core ${load}; ${sharing}. Each search of the very large
database is repeated ${searches} times.`;
}
