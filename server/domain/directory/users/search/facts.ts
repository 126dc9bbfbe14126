import { parseJson } from '../../../../storage/json.ts';
import type { Db } from '../../../../storage/tables.ts';
import { type Facet, type FacetKey, facetKey, type Moment, ownFacets, periodOf } from './facets.ts';
import { readRows, type SourceKind } from './store-facts.ts';
import { attributeFacets, foldText, textOf } from './text.ts';

/** All that a search can see of a user. */
export interface Facts {
  number: number;
  userId: string;
  /** The keys that users are sorted by. The texts are folded. */
  keys: Record<Moment, number> & Record<'name' | 'email' | 'phone' | 'loginId', string>;
  foldedLoginIds: string[];
  /** The folded text in which a search looks. */
  text: string;
  facets: ReadonlySet<FacetKey>;
}

/** The facts of the users whose changes are not in the index, by number, and none for those who are deleted. */
export type Tail = ReadonlyMap<number, Facts | undefined>;

/** Reads the facts of these users, by number. Deleted ones are missing. */
export async function readFacts(
  db: Db,
  projectId: string,
  numbers: readonly number[],
): Promise<Map<number, Facts>> {
  if (numbers.length === 0) return new Map();
  const { users, loginIds, facets } = await readRows(db, projectId, numbers);
  const loginIdsOf = Map.groupBy(loginIds, ({ userId }) => userId);
  const facetsOf = Map.groupBy(facets, ({ userId }) => userId);
  return new Map(
    users.map((row) => {
      const own = (loginIdsOf.get(row.id) ?? []).sort((a, b) => a.position - b.position);
      const storedAttributes = parseJson<Record<string, unknown>>(row.customAttributes);
      const written = own.map((one) => one.written);
      const text = textOf({ ...row, loginIds: written, customAttributes: storedAttributes });
      const rows = (facetsOf.get(row.id) ?? []).flatMap(facetsOfRow);
      const attributes = attributeFacets(storedAttributes).map(
        (value): Facet => ({ kind: 'attribute', value }),
      );
      const start: Facet = { kind: 'start', value: firstTwo(text) };
      const { number, createdAt, modifiedAt, lastSignInDay, email, phone } = row;
      const keys = {
        createdAt,
        modifiedAt,
        lastSignInDay,
        name: foldText(row.name),
        email,
        phone,
        loginId: foldText(written[0] ?? ''),
      };
      const periods = (['createdAt', 'modifiedAt', 'lastSignInDay'] as const).map((kind) =>
        periodOf(kind, row[kind]),
      );
      const all = [...ownFacets(row), ...rows, ...attributes, ...periods, start];
      const found: Facts = {
        number,
        userId: row.id,
        keys,
        foldedLoginIds: own.map(({ loginId }) => loginId),
        text,
        facets: new Set(all.map(facetKey)),
      };
      return [number, found] as const;
    }),
  );
}

/** Returns the first two characters, each of which can be two units of UTF-16. */
function firstTwo(text: string): string {
  return [...text.slice(0, 4)].slice(0, 2).join('');
}

function facetsOfRow({ kind, value, scope }: { kind: SourceKind; value: string; scope: string }): Facet[] {
  switch (kind) {
    case 'tenant':
    case 'ssoApp':
      return [{ kind, value }];
    case 'role':
      return [{ kind, value, scope }, ...(scope === '' ? [] : [{ kind: 'tenantRole', value } as const])];
    default:
      return [{ kind: 'factor', value: kind }];
  }
}
