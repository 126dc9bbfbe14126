import { sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { inList } from '../../../../storage/json.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db, Row } from '../../../../storage/tables.ts';

export type Entry = Omit<Row<'searchEntries'>, 'projectId'>;
export type EntryBefore = Pick<Entry, 'number' | 'facets' | 'textHash'>;

/** Reads what has to be taken back when these users change. */
export function readEntries(db: Db, projectId: string, numbers: readonly number[]): Promise<EntryBefore[]> {
  return slowReads(db)
    .selectFrom('searchEntries')
    .select(['number', 'facets', 'textHash'])
    .where('projectId', '=', projectId)
    .where((entry) => inList(db, entry.ref('number'), numbers))
    .execute();
}

const texts = ['name', 'email', 'phone', 'loginId'] as const;
const moments = ['createdAt', 'modifiedAt', 'lastSignInDay'] as const;
const bytes = ['facets', 'textHash'] as const;
export const sortKeys = [...moments, ...texts] as const;
export type EntryKey = (typeof sortKeys)[number];

/** Writes entries in place of those of the same users. */
export async function writeEntries(db: Db, projectId: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const isPostgres = dialectOf(db) === 'postgres';
  const fields = ['number', ...moments, ...texts, ...bytes] as const;
  const values = entries.map((entry) =>
    fields.map((field) => {
      const value = entry[field];
      return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value;
    }),
  );
  const column = (field: (typeof fields)[number], index: number) => {
    const value = sql`value ->> ${sql.lit(index)}`;
    if ((bytes as readonly string[]).includes(field))
      return isPostgres ? sql`decode(${value}, 'hex')` : sql`unhex(${value})`;
    return isPostgres && typeof entries[0]![field] === 'number' ? sql`cast(${value} as bigint)` : value;
  };
  const rows = isPostgres
    ? sql`json_array_elements(cast(${JSON.stringify(values)} as json)) as value`
    : sql`json_each(${JSON.stringify(values)})`;
  const named = sql.join(fields.map((field) => sql.ref(field)));
  const replaced = fields.slice(1).map((field) => sql`${sql.ref(field)} = excluded.${sql.ref(field)}`);
  await sql`insert into "searchEntries" ("projectId", ${named})
    select project.id, ${sql.join(fields.map(column))} from projects as project, ${rows} where project.id = ${projectId}
    on conflict ("projectId", number) do update set ${sql.join(replaced)}`.execute(db);
}

export interface NumberRange {
  from: number;
  to: number;
}

/** Reads the whole entries of these numbers. */
export async function readWholeEntries(
  db: Db,
  projectId: string,
  { from, to }: NumberRange,
): Promise<Entry[]> {
  return db
    .selectFrom('searchEntries')
    .selectAll()
    .where('projectId', '=', projectId)
    .where('number', '>=', from)
    .where('number', '<=', to)
    .execute();
}

/** Lists the blocks in which users, entries or members of facets are. */
export async function listBlocks(db: Db, projectId: string, size: number): Promise<number[]> {
  const { rows } = await sql<{ block: number }>`
    select number / ${sql.lit(size)} as block from users where "projectId" = ${projectId}
    union select number / ${sql.lit(size)} from "searchEntries" where "projectId" = ${projectId}
    union select block from "searchBlocks" where "projectId" = ${projectId}
    order by 1`.execute(db);
  return rows.map(({ block }) => block);
}

/** Lists the numbers of some entries. */
export async function listEntries(db: Db, projectId: string, limit: number): Promise<number[]> {
  const entries = await db
    .selectFrom('searchEntries')
    .select('number')
    .where('projectId', '=', projectId)
    .orderBy('number')
    .limit(limit)
    .execute();
  return entries.map(({ number }) => number);
}

export async function deleteEntries(db: Db, projectId: string, numbers: readonly number[]): Promise<void> {
  if (numbers.length === 0) return;
  await db
    .deleteFrom('searchEntries')
    .where('projectId', '=', projectId)
    .where((entry) => inList(db, entry.ref('number'), numbers))
    .execute();
}
