import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList, toJson } from '../../../../storage/json.ts';
import type { Db } from '../../../../storage/tables.ts';
import type { Condition, Countable, Facet, Period, Text } from './condition.ts';
import type { MomentRange, UserFilter } from './filter.ts';
import { flagsIn } from './flags.ts';
import type { SearchText } from './text.ts';

/** Returns all conditions except the flags, which every query checks. */
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
  if (filter.without.length > 0) conditions.push(hasNoFacet(projectId, filter.without));
  if (filter.text) conditions.push(containsText(db, projectId, filter.text));
  if (isBounded(filter.created)) conditions.push(within(projectId, 'createdAt', filter.created));
  if (isBounded(filter.modified)) conditions.push(within(projectId, 'modifiedAt', filter.modified));
  if (isBounded(filter.lastSignIn)) conditions.push(within(projectId, 'lastSignInDay', filter.lastSignIn));
  return conditions;
}

const usersTable = [sql`users x`, sql`x.id`] as const;
const loginIdsTable = [sql`"loginIds" x`, sql`x."userId"`] as const;

/** Lists the whole project, for a search without a narrower condition. */
export function wholeProject(projectId: string): Condition {
  return {
    kind: 'everybody',
    numbers: sql`select number, flags from "searchedUsers" where "projectId" = ${projectId}`,
    isMatch: () => sql`1 = 1`,
  };
}

/** Lists the users with numbers from `first` to `last`. */
export function numbered(projectId: string, first: number, last: number): Condition {
  return {
    kind: 'numbered',
    numbers: sql`select number, flags from "searchedUsers"
      where "projectId" = ${projectId} and number between ${first} and ${last}`,
    isMatch: () => sql`u.number between ${first} and ${last}`,
  };
}

/** Lists the users with matching flags, when they are few. */
export function flagged(db: Db, projectId: string, mask: number): Condition {
  return { kind: 'flagged', numbers: withFlags(db, projectId, mask), isMatch: () => sql`1 = 1` };
}

/** Returns the flags as a condition of its own, which tests them. */
export function hasFlags(db: Db, projectId: string, mask: number): Countable {
  return {
    key: `flags ${mask}`,
    matches: withFlags(db, projectId, mask),
    isMatch: () => isFlagged(mask, sql`u.flags`),
  };
}

function withFlags(db: Db, projectId: string, mask: number): RawBuilder<unknown> {
  return sql`select number, flags from "searchedUsers"
      where "projectId" = ${projectId} and ${inList(db, sql<number>`flags`, flagsIn(mask))}`;
}

/** Lists users who are already known to match. */
export function listed(db: Db, numbers: number[]): Condition {
  const list =
    dialectOf(db) === 'sqlite'
      ? sql`select value as number from json_each(${toJson(numbers)})`
      : sql`select unnest(cast(${numbers} as bigint[])) as number`;
  return {
    kind: 'listed',
    numbers: list,
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
    kind: 'exact',
    numbers: sql`select distinct s.number, s.flags from ${table} cross join "searchedUsers" s
      where ${among} and s."projectId" = ${projectId} and s."userId" = ${id}`,
    isMatch: () => sql`u."userId" in (select ${id} from ${table} where ${among})`,
  };
}

function hasFacet(db: Db, facets: number[]): Facet {
  const [only] = facets;
  if (facets.length === 1) {
    return {
      kind: 'facet',
      numbers: sql`select number, flags from "userFacets" where facet = ${only}`,
      matches: sql`select number from "userFacets" where facet = ${only}`,
      key: `facet ${only}`,
      // The limit keeps SQLite from turning this into a join over the index of numbers, which would read pages all
      // over.
      isMatch: (number) =>
        sql`exists (select 1 from "userFacets" c where c.facet = ${only} and c.number = ${number} limit 1)`,
    };
  }
  const among = inList(db, sql<number>`facet`, facets);
  return {
    kind: 'facet',
    numbers: sql`select distinct number, flags from "userFacets" where ${among}`,
    matches: sql`select number from "userFacets" where ${among}`,
    key: `facets ${facets}`,
    // The plus keeps the engines from looking up each facet in turn: a user has few facets, but the list can be
    // long.
    isMatch: (number) =>
      sql`exists (select 1 from "userFacets" c where c.number = ${number} and ${inList(db, sql<number>`+c.facet`, facets)})`,
  };
}

/** Lists the users without any of the facets. Looks up each user's own entries, since most facets have few users. */
function hasNoFacet(projectId: string, facets: number[]): Facet {
  const test = (number: RawBuilder<unknown>, end = sql``) => {
    const tests = facets.map(
      (facet) =>
        sql`not exists (select 1 from "userFacets" c where c.facet = ${facet} and c.number = ${number} ${end})`,
    );
    return sql<SqlBool>`(${sql.join(tests, sql` and `)})`;
  };
  const found = sql`"searchedUsers" s where s."projectId" = ${projectId} and ${test(sql`s.number`)}`;
  return {
    kind: 'facet',
    numbers: sql`select s.number, s.flags from ${found}`,
    matches: sql`select s.number from ${found}`,
    key: `without ${facets}`,
    // The limit keeps the engines from turning this into a join over all users with the facet.
    isMatch: (number) => test(number, sql`limit 1`),
  };
}

export function containsText(db: Db, projectId: string, text: SearchText): Text {
  const key = `text ${JSON.stringify(text)}`;
  const { anyOf, start } = text;
  const ofProject = sql`"userTexts" where "projectId" = ${projectId}`;
  const begins = start === undefined ? undefined : sql<SqlBool>`substr(text, 1, 2) = ${start}`;
  const isMatch = (number: RawBuilder<unknown>) =>
    sql<SqlBool>`exists (select 1 from "userTexts" t where t.number = ${number} and ${hasOne(db, text)})`;
  if (dialectOf(db) === 'sqlite') {
    const phrases = anyOf.map((part) => `"${part.replaceAll('"', '""')}"`).join(' OR ');
    const found = sql`select rowid as number from "userTextIndex" where "userTextIndex" match ${phrases}`;
    const numbers = begins
      ? sql`${found} union select number from ${ofProject} and ${begins} order by number`
      : found;
    return { kind: 'text', isOrdered: true, numbers, matches: numbers, key, isMatch };
  }
  const patterns = anyOf.map((part) => sql<SqlBool>`text like ${`%${part.replaceAll(/[\\%_]/g, '\\$&')}%`}`);
  // Given as a range, the project leads PostgreSQL to its numbers, and not through those of the projects before it.
  const numbersOfProject = sql`select number from "searchedUsers" where "projectId" between ${projectId} and ${projectId}`;
  const found = sql`${ofProject} and (${sql.join(begins ? [...patterns, begins] : patterns, sql` or `)})`;
  return {
    kind: 'text',
    isOrdered: false,
    numbers: sql`select number from ${found}`,
    matches: sql`select number from ${found}`,
    parts: {
      ends: sql`select (${numbersOfProject} order by "projectId", number limit 1) as first,
        (${numbersOfProject} order by "projectId" desc, number desc limit 1) as last`,
      // The index of texts would be read anew for each range, so this does not use it.
      between: (first, last) => sql`select number from ${ofProject}
        and number between ${first} and ${last} and ${hasOne(db, text)}`,
    },
    key,
    isMatch,
  };
}

/** Tests the column `text` of one user. */
function hasOne(db: Db, { anyOf, start }: SearchText): RawBuilder<SqlBool> {
  const position = dialectOf(db) === 'sqlite' ? sql`instr` : sql`strpos`;
  const tests = anyOf.map((part) => sql`${position}(text, ${part}) > 0`);
  if (start !== undefined) tests.push(sql`substr(text, 1, 2) = ${start}`);
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`;
}

function isBounded({ from, to }: MomentRange): boolean {
  return from !== undefined || to !== undefined;
}

function within(
  projectId: string,
  column: 'createdAt' | 'modifiedAt' | 'lastSignInDay',
  range: MomentRange,
): Period {
  const { from = 0, to = Number.MAX_SAFE_INTEGER } = range;
  const found = sql`"searchedUsers" where "projectId" = ${projectId} and ${sql.ref(column)} between ${from} and ${to}`;
  return {
    kind: 'period',
    numbers: sql`select number, flags from ${found}`,
    matches: sql`select number from ${found}`,
    key: `${column} ${from} ${to}`,
    // The addition keeps PostgreSQL from listing every user of that period to test a few.
    isMatch: () => sql`u.${sql.ref(column)} + 0 between ${from} and ${to}`,
  };
}

/**
 * Tests the mask with `<> 0`, which PostgreSQL estimates as true for nearly every row; it would estimate `= 1` as
 * true for one row in two hundred.
 */
export function isFlagged(mask: number, flags: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(cast(${mask} as bigint) >> ${flags}) & 1 <> 0`;
}
