/** The texts by which an entry of the command palette is found. */
export interface Findable {
  label: string;
  description?: string;
  /** Further words, which are not shown. */
  keywords?: string[];
}

/**
 * Returns the entries that match the query, in the order of their group: first those whose name begins with it, then those
 * with a word that does, then the others. The group with the best match comes first, because Enter opens the first entry.
 */
export function rankActions<A extends Findable>(query: string, groups: { group: string; actions: A[] }[]) {
  const wanted = fold(query.trim());
  return groups
    .map(({ group, actions }) => {
      const ranked = actions
        .map((action) => ({ action, rank: rankOf(wanted, action) }))
        .filter(({ rank }) => rank < noMatch)
        .sort((a, b) => a.rank - b.rank);
      return { group, best: ranked[0]?.rank ?? noMatch, actions: ranked.map(({ action }) => action) };
    })
    .filter(({ actions }) => actions.length > 0)
    .sort((a, b) => a.best - b.best)
    .map(({ group, actions }) => ({ group, actions }));
}

const noMatch = 4;

function rankOf(wanted: string, { label, description = '', keywords = [] }: Findable): number {
  const name = fold(label);
  if (name.startsWith(wanted)) return 0;
  if (startsWord(name, wanted)) return 1;
  if (name.includes(wanted)) return 2;
  return [description, ...keywords].some((text) => fold(text).includes(wanted)) ? 3 : noMatch;
}

function startsWord(text: string, wanted: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted));
}

/** Leaves out case and accents. */
function fold(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase();
}
