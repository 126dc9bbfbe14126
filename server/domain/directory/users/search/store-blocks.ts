import { sql } from 'kysely';
import { dialectOf } from '../../../../storage/engine.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { slowReads } from '../../../../storage/slow-reads.ts';
import type { Db, Row } from '../../../../storage/tables.ts';
import { type FacetKey, facetKeyLength } from './facets.ts';
import type { Folds } from './store-log.ts';

/**
 * The numbers of a block. A page of SQLite holds one with overflow; PostgreSQL keeps larger rows in a table of their own, which
 * grows with each change.
 */
export function blockSize(db: Db): number {
  return dialectOf(db) === 'sqlite' ? 65_536 : 8_192;
}

export type Block = Pick<Row<'searchBlocks'>, 'block' | 'members'>;

/** The blocks of some facets, and the progress of the folds that wrote them. */
export interface FacetBlocks {
  folds: Folds;
  blocks: ReadonlyMap<FacetKey, Block[]>;
}

/** Reads all blocks of these facets at the same moment. */
export async function readBlocksOf(
  db: Db,
  projectId: string,
  facets: readonly FacetKey[],
): Promise<FacetBlocks> {
  const rows = await blocksOf(db, {
    projectId,
    facets: JSON.stringify(facets.map((facet) => bytesOf(facet).toString('hex'))),
  });
  const [first] = rows;
  const blocks = rows.flatMap(({ place, block, members }) =>
    block === null || members === null ? [] : [{ facet: facets[Number(place)]!, block, members }],
  );
  return {
    folds: first ? { folds: first.folds, unfinished: first.unfinished } : { folds: 0, unfinished: 0 },
    blocks: Map.groupBy(blocks, ({ facet }) => facet),
  };
}

const blocksOf = prepared((db, { projectId, facets }: { projectId: string; facets: string }) =>
  db
    .selectFrom('searchFolds as f')
    .where('f.projectId', '=', projectId)
    .innerJoin(facetsIn(db, facets).as('p'), (join) => join.onTrue())
    .leftJoin('searchBlocks as b', (join) =>
      join.on('b.projectId', '=', projectId).onRef('b.facet', '=', 'p.facet'),
    )
    .select(['f.folds', 'f.unfinished', 'p.place', 'b.block', 'b.members']),
);

/** Reads facets from JSON, which has no bytes, with their places in the list. */
function facetsIn(db: Db, hexadecimal: string) {
  return dialectOf(db) === 'postgres'
    ? sql<{ place: number; facet: Uint8Array }>`(select ordinality - 1 as place, decode(value, 'hex') as facet
        from json_array_elements_text(cast(${hexadecimal} as json)) with ordinality)`
    : sql<{ place: number; facet: Uint8Array }>`(select key as place, unhex(value) as facet
        from json_each(${hexadecimal}))`;
}

/** The place of a block. */
export interface Place {
  facet: FacetKey;
  block: number;
}

/** Reads these blocks of several facets. */
export async function readPlaces(
  db: Db,
  projectId: string,
  places: readonly Place[],
): Promise<(Place & Block)[]> {
  if (places.length === 0) return [];
  const { rows } = await sql<{ place: number; members: Uint8Array }>`
    select p.place, b.members from ${placesTable(db, places)} p
    cross join "searchBlocks" b
    where b."projectId" = ${projectId} and b.facet = p.facet and b.block = p.block`.execute(db);
  return rows.map(({ place, members }) => ({ ...places[place]!, members }));
}

/** Reads the blocks of all facets for the same numbers. Looks through all blocks of the project. */
export async function readBlocksAt(db: Db, projectId: string, block: number): Promise<(Place & Block)[]> {
  const rows = await slowReads(db)
    .selectFrom('searchBlocks')
    .select(['facet', 'block', 'members'])
    .where('projectId', '=', projectId)
    .where('block', '=', block)
    .execute();
  return rows.map((row) => ({ ...row, facet: Buffer.from(row.facet).toString('latin1') }));
}

/** A block as it is to be. Without members, it is deleted. */
export type BlockWrite = Place & { members: Uint8Array | undefined };

export async function writeBlocks(db: Db, projectId: string, blocks: readonly BlockWrite[]): Promise<void> {
  const full = blocks.filter(({ members }) => members !== undefined);
  const empty = blocks.filter(({ members }) => members === undefined);
  if (full.length > 0) {
    const members = full.map(({ members }) => members!);
    await sql`insert into "searchBlocks" ("projectId", facet, block, members)
      select project.id, p.facet, p.block, p.members from projects as project, ${placesTable(db, full, members)} p
      where project.id = ${projectId}
      on conflict ("projectId", facet, block) do update set members = excluded.members`.execute(db);
  }
  if (empty.length > 0) {
    await sql`delete from "searchBlocks" where "projectId" = ${projectId} and (facet, block) in (
      select p.facet, p.block from ${placesTable(db, empty)} p)`.execute(db);
  }
}

/** Builds a table of places, with their position in the list. */
function placesTable(db: Db, places: readonly Place[], members?: readonly Uint8Array[]) {
  const blocks = places.map(({ block }) => block);
  if (dialectOf(db) === 'postgres') {
    const facets = places.map(({ facet }) => bytesOf(facet));
    const columns = [
      sql`cast(${places.map((_, index) => index)} as integer[])`,
      sql`cast(${facets} as bytea[])`,
      sql`cast(${blocks} as bigint[])`,
      ...(members ? [sql`cast(${members} as bytea[])`] : []),
    ];
    const names = members ? sql`place, facet, block, members` : sql`place, facet, block`;
    return sql`(select * from unnest(${sql.join(columns)}) as t (${names}))`;
  }
  // JSON has no bytes, and as hexadecimal text they would take twice as long as everything else.
  const facets = Buffer.concat(places.map(({ facet }) => bytesOf(facet)));
  const facet = sql`substr(${facets}, 1 + ${sql.lit(facetKeyLength)} * key, ${sql.lit(facetKeyLength)}) as facet`;
  if (!members) {
    return sql`(select key as place, ${facet}, value as block from json_each(${JSON.stringify(blocks)}))`;
  }
  let end = 1;
  const rows = blocks.map((block, index) => {
    const start = end;
    end += members[index]!.length;
    return [block, start, end - start];
  });
  return sql`(select key as place, ${facet}, value ->> 0 as block,
    substr(${Buffer.concat(members)}, value ->> 1, value ->> 2) as members from json_each(${JSON.stringify(rows)}))`;
}

export function bytesOf(facet: FacetKey): Buffer {
  return Buffer.from(facet, 'latin1');
}
