import { sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { tableOf } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { acrossProjects } from '../../../../storage/scope.ts';
import type { Db } from '../../../../storage/tables.ts';

/** The numbers of one project in the text index of SQLite follow each other from here. */
const slotSize = 2 ** 32;

/** Returns the first number of the project in the text index of SQLite, or `undefined` if the index has no text of it. */
export async function findTextBase(db: Db, projectId: string): Promise<number | undefined> {
  const [known] = await slotOf(db, { projectId });
  return known && known.slot * slotSize;
}

/** Returns the same, and gives the project a number if it has none. Part of a transaction. */
async function textBase(db: Db, projectId: string): Promise<number> {
  const known = await findTextBase(db, projectId);
  if (known !== undefined) return known;
  const { slot } = await db
    .insertInto('searchSlots')
    .values({ projectId })
    .returning('slot')
    .executeTakeFirstOrThrow();
  return slot * slotSize;
}

const slotOf = prepared((db, { projectId }: { projectId: string }) =>
  db.selectFrom('searchSlots').select('slot').where('projectId', '=', projectId),
);

export interface TextChange {
  number: number;
  /** Absent: the user is gone. */
  text: string | undefined;
  isIndexed: boolean;
}

/** Writes the texts of users. */
export async function writeTexts(db: Db, projectId: string, changes: readonly TextChange[]): Promise<void> {
  const gone = changes.filter(({ isIndexed, text }) => isIndexed && text === undefined);
  const added = changes.filter(
    (change): change is TextChange & { text: string } => change.text !== undefined,
  );
  if (dialectOf(db) === 'sqlite') return writeIndex(db, projectId, changes, added);
  if (gone.length > 0) {
    const numbers = tableOf(db, { number: gone.map(({ number }) => number) });
    await sql`delete from "searchTexts" where "projectId" = ${projectId}
      and number in (select g.number from ${numbers} g)`.execute(db);
  }
  if (added.length > 0) {
    await sql`insert into "searchTexts" ("projectId", number, text)
      select project.id, t.number, t.text from projects as project, ${textsTable(db, added)} t
      where project.id = ${projectId}
      on conflict ("projectId", number) do update set text = excluded.text`.execute(db);
  }
}

/** Writes the index of SQLite, which has no column for the project: its numbers are those of the project’s slot. */
async function writeIndex(
  db: Db,
  projectId: string,
  changes: readonly TextChange[],
  added: readonly { number: number; text: string }[],
): Promise<void> {
  const all = acrossProjects(db);
  const base = added.length > 0 ? await textBase(db, projectId) : await findTextBase(db, projectId);
  if (base === undefined) return;
  const old = changes.filter(({ isIndexed }) => isIndexed).map(({ number }) => base + number);
  if (old.length > 0) {
    await sql`delete from "searchTexts" where rowid in (select value from json_each(${JSON.stringify(old)}))`.execute(
      all,
    );
  }
  if (added.length > 0) {
    const rows = added.map(({ number, text }) => [base + number, text]);
    await sql`insert into "searchTexts" (rowid, text)
      select value ->> 0, value ->> 1 from json_each(${JSON.stringify(rows)})`.execute(all);
  }
}

function textsTable(db: Db, texts: readonly { number: number; text: string }[]) {
  return tableOf(db, { number: texts.map(({ number }) => number), text: texts.map(({ text }) => text) });
}

/** Lists the users whose text is indexed. */
export async function listTexts(
  db: Db,
  projectId: string,
  { from, to }: { from: number; to: number },
): Promise<number[]> {
  if (dialectOf(db) === 'postgres') {
    const { rows } = await sql<{ number: number }>`select number from "searchTexts"
      where "projectId" = ${projectId} and number between ${from} and ${to}`.execute(db);
    return rows.map(({ number }) => number);
  }
  const base = await findTextBase(db, projectId);
  if (base === undefined) return [];
  const { rows } = await sql<{ number: number }>`select rowid - ${base} as number from "searchTexts"
    where rowid between ${base + from} and ${base + to}`.execute(acrossProjects(db));
  return rows.map(({ number }) => number);
}

/** Lists those of the users whose text is not indexed. SQLite can only tell whether the indexed one contains it. */
export async function listMissingTexts(
  db: Db,
  projectId: string,
  users: readonly { number: number; text: string }[],
): Promise<number[]> {
  if (users.length === 0) return [];
  if (dialectOf(db) === 'postgres') {
    const { rows } = await sql<{ number: number }>`select t.number from ${textsTable(db, users)} t
      where not exists (select 1 from "searchTexts" s
        where s."projectId" = ${projectId} and s.number = t.number and s.text = t.text)`.execute(db);
    return rows.map(({ number }) => number);
  }
  const base = await findTextBase(db, projectId);
  if (base === undefined) return users.map(({ number }) => number);
  const missing: number[] = [];
  // The index has three characters together.
  for (const { number, text } of users.filter((user) => user.text.length > 2)) {
    const phrase = `"${text.replaceAll('"', '""')}"`;
    const { rows } = await sql`select 1 from "searchTexts"
      where "searchTexts" match ${phrase} and rowid = ${base + number}`.execute(acrossProjects(db));
    if (rows.length === 0) missing.push(number);
  }
  return missing;
}

/** The number of pages that are merged at once. It takes about two milliseconds. */
const mergedPages = 32;

/** Merges some pages of the index of SQLite. Returns whether there is more to merge. Part of a transaction. */
export async function mergeTextIndex(transaction: Db): Promise<boolean> {
  if (dialectOf(transaction) === 'postgres') return false;
  const db = acrossProjects(transaction);
  const before = await countChanges(db);
  await sql`insert into "searchTexts" ("searchTexts", rank) values ('merge', ${sql.lit(mergedPages)})`.execute(
    db,
  );
  // FTS5 makes a single change when nothing is left (https://www.sqlite.org/fts5.html#the_merge_command).
  return (await countChanges(db)) - before > 1;
}

/** The rows that this connection has changed. */
async function countChanges(db: Db): Promise<number> {
  const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db);
  return rows[0]!.changes;
}
