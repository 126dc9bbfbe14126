import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { Entry, Kind } from './entry.ts';
import { excerptOf } from './excerpt.ts';
import { termsOf, type Unit, unitsOf } from './words.ts';

export interface Match {
  entry: Entry;
  excerpt: string;
  /** The words of the excerpt that were found, as stems. */
  found: ReadonlySet<string>;
}

export interface SearchIndex {
  entries: readonly Entry[];
  words: MiniSearch<Entry & { id: number }>;
}

const mostMatches = 20;
const mostOfOnePage = 3;

/** Guides say how to do a thing. The others say how it is built, why, or in what detail. */
const weightOf: Record<Kind, number> = {
  guide: 1.25,
  page: 1,
  error: 0.8,
  setting: 0.6,
  overview: 0.5,
  operation: 0.2,
  contributing: 0.2,
  decision: 0.06,
  history: 0.05,
};

const fieldWeights = { name: 4, heading: 3, title: 2.5, keywords: 3, text: 1 };

/** Indexes the entries in steps, so that other requests are served in between. */
export async function createSearchIndex(parts: Iterable<readonly Entry[]>): Promise<SearchIndex> {
  const entries: Entry[] = [];
  const words = new MiniSearch<Entry & { id: number }>({
    fields: Object.keys(fieldWeights),
    tokenize: termsOf,
    processTerm: (term) => term,
    searchOptions: { boost: fieldWeights, tokenize: (term) => [term], bm25: { k: 1.2, b: 0.5, d: 0.3 } },
  });
  for (const part of parts) {
    for (const entry of part) {
      words.add({ ...entry, id: entries.push(entry) - 1 });
      if (entries.length % 10 === 0) await setImmediate();
    }
    await setImmediate();
  }
  return { entries, words };
}

/** Returns the best entries. An entry needs some of the words, and one with all of them comes before others. */
export function search({ entries, words }: SearchIndex, query: string): Match[] {
  const units = unitsOf(query).map((unit) => findUnit(words, unit, entries.length));
  const total = sumOf(units.map(({ unit, weight }) => (unit.isOptional ? 0 : weight)));
  const scores = new Map<
    number,
    { score: number; covered: number; inHeading: number; inTitle: number; inKeywords: number }
  >();
  for (const { unit, weight, found } of units) {
    for (const [id, { score, fields }] of found) {
      const sum = scores.get(id) ?? { score: 0, covered: 0, inHeading: 0, inTitle: 0, inKeywords: 0 };
      sum.score += weight * score;
      if (!unit.isOptional) sum.covered += weight;
      if (fields.has('heading')) sum.inHeading++;
      if (fields.has('title')) sum.inTitle++;
      if (fields.has('keywords')) sum.inKeywords++;
      scores.set(id, sum);
    }
  }
  const wanted = query.trim().toLowerCase();
  // `logout` is also the name of an operation, but a person who types a word wants the guide.
  const isIdentifier = /[^a-z]/.test(query.trim());
  const ranked = [...scores]
    .map(([id, { score, covered, inHeading, inTitle, inKeywords }]) => {
      const entry = entries[id]!;
      const asked = units.length;
      const isIntroduction = entry.address === entry.page && inTitle + inKeywords > 0;
      // The short names of operations say little.
      const subject =
        entry.kind === 'operation'
          ? 1
          : 1 +
            shareOf(entry.heading, inHeading, asked) +
            (isIntroduction ? 1 : shareOf(entry.title, inTitle, asked)) +
            (2 * inKeywords) / asked;
      const isNamed = isIdentifier && entry.name.toLowerCase().split(' ').includes(wanted);
      const rank = score * (covered / (total || 1)) ** 2 * subject * weightOf[entry.kind];
      return { entry, id, rank: isNamed ? rank + 1000 * weightOf[entry.kind] : rank };
    })
    .sort((a, b) => b.rank - a.rank || a.id - b.id);
  const counts = new Map<string, number>();
  const best = ranked.filter(({ entry: { page } }) => {
    const count = (counts.get(page) ?? 0) + 1;
    counts.set(page, count);
    return count <= mostOfOnePage;
  });
  const shown = best.slice(0, mostMatches);
  const isBackground = ({ entry: { kind } }: (typeof shown)[number]) =>
    kind === 'decision' || kind === 'history';
  const inOrder = [...shown.filter((match) => !isBackground(match)), ...shown.filter(isBackground)];
  return inOrder.map(({ entry, id }) => {
    const found = new Set(units.flatMap(({ found }) => [...(found.get(id)?.terms ?? [])]));
    return { entry, ...excerptOf(entry.text, found) };
  });
}

/** Returns how much a title and the query are the same: 1 if each has the other's words only. */
function shareOf(title: string, found: number, asked: number): number {
  const length = unitsOf(title).length;
  return found === 0 ? 0 : Math.min(1, found / asked) * Math.min(1, found / length);
}

interface Found {
  unit: Unit;
  /** A rare word tells more than a common one. */
  weight: number;
  /** Scores from 0 to 1 by entry, with the terms that were found there. */
  found: ReadonlyMap<number, { score: number; terms: ReadonlySet<string>; fields: ReadonlySet<string> }>;
}

function findUnit(words: SearchIndex['words'], unit: Unit, size: number): Found {
  const found = new Map<number, { score: number; terms: Set<string>; fields: Set<string> }>();
  const add = (term: string, options?: { prefix?: true; fuzzy?: number }) => {
    for (const { id, score, match } of words.search(term, options)) {
      const entry = found.get(id) ?? { score: 0, terms: new Set<string>(), fields: new Set<string>() };
      entry.score += score;
      for (const [one, fields] of Object.entries(match)) {
        entry.terms.add(one);
        for (const field of fields) entry.fields.add(field);
      }
      found.set(id, entry);
    }
  };
  for (const term of unit.terms) add(term);
  const term = unit.terms[0]!;
  if (unit.isWord && term.length > 2 && found.size === 0) add(term, { prefix: true });
  if (unit.isWord && term.length > 3 && found.size === 0) add(term, { fuzzy: term.length > 5 ? 2 : 1 });
  const most = Math.max(...[...found.values()].map(({ score }) => score), 0);
  for (const entry of found.values()) entry.score /= most || 1;
  return { unit, weight: Math.sqrt(Math.log(1 + size / (found.size + 1))), found };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
