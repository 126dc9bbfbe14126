import type { MigrationStatus } from './migrate.ts';
import { type Migrations, needsOf } from './needs.ts';

/** The last migration of each release, the oldest first. A step of making a release (docs/releases.md). */
export const releases: Record<string, string> = {
  '8ef369b': '0029-message-retry',
  '0.1.0': '0049-migration-needs',
};

export interface WorkingReleases {
  /** The releases that can work on the schema as it is; `this build` is one of them if nothing is pending. */
  now: string[];
  afterMigration: string[];
}

/**
 * Returns the releases, and this build, that can work on the schema before and after its pending migrations. `stored` is
 * what the database says about the migrations, also of newer versions.
 */
export function workingReleases(
  { applied, pending, blocking }: MigrationStatus,
  migrations: Migrations,
  stored: ReadonlyMap<string, string>,
): WorkingReleases {
  const known = Object.keys(migrations);
  const needs = new Map([...needsOf(migrations), ...stored]);
  const builds = [...Object.entries(releases), ['this build', known.at(-1)!] as const];
  const workingAfter = (names: string[]) => {
    const last = names.findLast((name) => known.includes(name));
    const needed = needs.get(names.at(-1)!) ?? last;
    if (last === undefined || needed === undefined) return [];
    const [oldest, newest] = [known.indexOf(needed), known.indexOf(last)];
    const works = (own: number) => oldest <= own && own <= newest;
    return builds.filter(([, own]) => works(known.indexOf(own))).map(([release]) => release);
  };
  if (blocking.length > 0) return { now: [], afterMigration: [] };
  return { now: workingAfter(applied), afterMigration: workingAfter([...applied, ...pending]) };
}
