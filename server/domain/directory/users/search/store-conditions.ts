import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList, toJson } from '../../../../storage/json.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { MomentRange, UserFilter } from './filter.ts';
import { flagsIn } from './flags.ts';

/** One wish of a search, in two forms: as the list of those who match, and as a question about one of them. */
export interface Condition {
  /** A query that gives `number`, each once, and `flags` where it can. */
  numbers: RawBuilder<unknown>;
  hasFlags: boolean;
  /** The same, perhaps with repetitions, for an estimate. Absent: not worth one, because few match. */
  estimate?: RawBuilder<unknown>;
  /** About the row `u` of `searchedUsers`, or only about its number. */
  isMatch(number: RawBuilder<unknown>): RawBuilder<SqlBool>;
  needsRow: boolean;
  isSlow?: true;
  /** Only flags are asked for. */
  isUnfiltered?: true;
  isEverybody?: true;
  /** Not in the order of their numbers. */
  isUnordered?: true;
}

/** Everything but the flags, which are a condition on each query. */
export function conditionsOf(db: Db, projectId: string, filter: UserFilter): Condition[] {
  const { userIds, foldedLoginIds, emails, phones } = filter;
  const conditions: Condition[] = [];
  if (userIds.length > 0) {
    conditions.push(oneOf(db, projectId, usersTable, sql`x.id`, userIds));
  }
  if (foldedLoginIds.length > 0) {
    conditions.push(oneOf(db, projectId, loginIdsTable, sql`x."loginId"`, foldedLoginIds));
  }
  if (emails.length > 0) conditions.push(oneOf(db, projectId, usersTable, sql`x.email`, emails));
  if (phones.length > 0) conditions.push(oneOf(db, projectId, usersTable, sql`x.phone`, phones));
  for (const facets of filter.facets) conditions.push(hasFacet(db, facets));
  if (filter.text) conditions.push(containsText(db, projectId, filter.text));
  if (isBounded(filter.created)) conditions.push(within(projectId, 'createdAt', filter.created));
  if (isBounded(filter.modified)) conditions.push(within(projectId, 'modifiedAt', filter.modified));
  return conditions;
}

const usersTable = [sql`users x`, sql`x.id`] as const;
const loginIdsTable = [sql`"loginIds" x`, sql`x."userId"`] as const;

/** The whole project, for when nothing narrower is asked for. */
export function everybody(projectId: string): Condition {
  return {
    numbers: sql`select number, flags from "searchedUsers" where "projectId" = ${projectId}`,
    hasFlags: true,
    needsRow: false,
    isUnfiltered: true,
    isEverybody: true,
    isMatch: () => sql`1 = 1`,
  };
}

/** Whoever has a number from `first` to `last`. */
export function numbered(projectId: string, first: number, last: number): Condition {
  return {
    numbers: sql`select number, flags from "searchedUsers"
      where "projectId" = ${projectId} and number between ${first} and ${last}`,
    hasFlags: true,
    needsRow: true,
    isMatch: () => sql`u.number between ${first} and ${last}`,
  };
}

/** Those with wanted flags, for when they are few. */
export function flagged(db: Db, projectId: string, mask: number): Condition {
  return {
    numbers: sql`select number, flags from "searchedUsers"
      where "projectId" = ${projectId} and ${inList(db, sql<number>`flags`, flagsIn(mask))}`,
    hasFlags: true,
    needsRow: false,
    isUnfiltered: true,
    isMatch: () => sql`1 = 1`,
  };
}

/** Those who are known to match. */
export function listed(db: Db, numbers: number[]): Condition {
  const list =
    dialectOf(db) === 'sqlite'
      ? sql`select value as number from json_each(${toJson(numbers)})`
      : sql`select unnest(cast(${numbers} as bigint[])) as number`;
  return {
    numbers: list,
    hasFlags: false,
    needsRow: false,
    isMatch: (number) => sql`${inList(db, number as RawBuilder<number>, numbers)}`,
  };
}

function oneOf(
  db: Db,
  projectId: string,
  [table, id]: readonly [RawBuilder<unknown>, RawBuilder<unknown>],
  column: RawBuilder<unknown>,
  values: string[],
): Condition {
  const among = sql`x."projectId" = ${projectId} and ${inList(db, column as RawBuilder<string>, values)}`;
  return {
    numbers: sql`select distinct s.number, s.flags from ${table} cross join "searchedUsers" s
      where ${among} and s."projectId" = ${projectId} and s."userId" = ${id}`,
    hasFlags: true,
    needsRow: true,
    isMatch: () => sql`u."userId" in (select ${id} from ${table} where ${among})`,
  };
}

function hasFacet(db: Db, facets: number[]): Condition {
  const [only] = facets;
  if (facets.length === 1) {
    return {
      numbers: sql`select number, flags from "userFacets" where facet = ${only}`,
      hasFlags: true,
      needsRow: false,
      estimate: sql`select 1 from "userFacets" where facet = ${only}`,
      // The limit keeps SQLite from making a join of it, for which it takes the index of numbers: pages all over.
      isMatch: (number) =>
        sql`exists (select 1 from "userFacets" c where c.facet = ${only} and c.number = ${number} limit 1)`,
    };
  }
  const among = inList(db, sql<number>`facet`, facets);
  return {
    numbers: sql`select distinct number, flags from "userFacets" where ${among}`,
    hasFlags: true,
    needsRow: false,
    estimate: sql`select 1 from "userFacets" where ${among}`,
    // The plus keeps the engines from looking up each facet in turn: a user has few, the list can be long.
    isMatch: (number) =>
      sql`exists (select 1 from "userFacets" c where c.number = ${number} and ${inList(db, sql<number>`+c.facet`, facets)})`,
  };
}

function containsText(db: Db, projectId: string, text: string): Condition {
  if (dialectOf(db) === 'sqlite') {
    const found = sql`"userTextIndex" where "userTextIndex" match ${`"${text.replaceAll('"', '""')}"`}`;
    return {
      numbers: sql`select rowid as number from ${found}`,
      hasFlags: false,
      needsRow: true,
      isSlow: true,
      estimate: sql`select 1 from ${found}`,
      isMatch: (number) =>
        sql`exists (select 1 from "userTexts" t where t.number = ${number} and instr(t.text, ${text}) > 0)`,
    };
  }
  const pattern = `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;
  const found = sql`"userTexts" where "projectId" = ${projectId} and text like ${pattern}`;
  return {
    numbers: sql`select number from ${found}`,
    hasFlags: false,
    needsRow: true,
    isSlow: true,
    isUnordered: true,
    estimate: sql`select 1 from ${found}`,
    isMatch: (number) =>
      sql`exists (select 1 from "userTexts" t where t.number = ${number} and strpos(t.text, ${text}) > 0)`,
  };
}

function isBounded({ from, to }: MomentRange): boolean {
  return from !== undefined || to !== undefined;
}

function within(projectId: string, column: 'createdAt' | 'modifiedAt', range: MomentRange): Condition {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = range;
  const found = sql`"searchedUsers" where "projectId" = ${projectId} and ${sql.ref(column)} between ${from} and ${to}`;
  return {
    numbers: sql`select number, flags from ${found}`,
    hasFlags: true,
    needsRow: true,
    isUnordered: true,
    estimate: sql`select 1 from ${found}`,
    // The sum keeps PostgreSQL from listing everybody of that time to answer for a few.
    isMatch: () => sql`u.${sql.ref(column)} + 0 between ${from} and ${to}`,
  };
}
