import { synonyms } from './synonyms.ts';

/** A word of a text: `hasRole` and `invalid_grant` are found as a whole, and by their parts. */
interface Word {
  parts: string[];
  whole?: string;
}

/** A part of a query: alternatives of which a result needs one. */
export interface Unit {
  terms: readonly string[];
  /** Accepts longer words with this beginning, and similar ones. */
  isWord: boolean;
  /** A result without it is as good as one with it. */
  isOptional: boolean;
}

const mostUnits = 8;

const stopWords =
  'a about all an and any app are as at be by can could do does each for from get have how i in into is it its me my of on or our should so that the their them there these they this to use using was we what when where which who why will with without would you your'.split(
    ' ',
  );

/** Cuts a text at everything but letters and digits, and a word at its underscores and capitals. */
function wordsOf(text: string): Word[] {
  return (text.normalize('NFKC').match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => {
    // `hasRole` is two words, and the name GitHub is one.
    const ends = /^[a-z]/.test(word) ? /_+|(?<=[a-z\d])(?=[A-Z])/ : /_+/;
    const parts = word.split(ends).filter(Boolean).map(stemOf);
    return parts.length > 1 ? { parts, whole: word.toLowerCase() } : { parts };
  });
}

const stopStems = new Set(stopWords.map(stemOf));

/** Removes English endings, alike in documents and queries. */
function stemOf(word: string): string {
  let stem = word.toLowerCase();
  if (stem.length < 4 || /\d/.test(stem)) return stem;
  if (stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (/[^su]s$/.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = stem.slice(0, -3);
  else if (stem.length > 5 && stem.endsWith('ed')) stem = stem.slice(0, -2);
  if (stem.length > 4 && stem.endsWith('e')) stem = stem.slice(0, -1);
  return stem;
}

interface Phrase {
  stems: string[];
  concepts: string[];
}

/** The phrases of the synonyms by their first stem, the longest first. */
const phrases = readPhrases();

function readPhrases(): Map<string, Phrase[]> {
  const byText = new Map<string, Phrase>();
  for (const [concept, texts] of Object.entries(synonyms)) {
    for (const text of texts.split(', ')) {
      const stems = wordsOf(text).flatMap(({ parts }) => parts);
      const phrase = byText.get(stems.join(' ')) ?? { stems, concepts: [] };
      phrase.concepts.push(`#${concept}`);
      byText.set(stems.join(' '), phrase);
    }
  }
  const longestFirst = [...byText.values()].sort((a, b) => b.stems.length - a.stems.length);
  return Map.groupBy(longestFirst, ({ stems }) => stems[0]!);
}

function phraseAt(stems: readonly string[], at: number): Phrase | undefined {
  return phrases
    .get(stems[at]!)
    ?.find((phrase) => phrase.stems.every((stem, index) => stems[at + index] === stem));
}

/** Returns the terms of a text for the index: its stems, whole identifiers, and the concepts that it names. */
export function termsOf(text: string): string[] {
  const words = wordsOf(text);
  const stems = words.flatMap(({ parts }) => parts);
  const concepts = stems.flatMap((_, at) => phraseAt(stems, at)?.concepts ?? []);
  return [...stems, ...words.flatMap(({ whole }) => whole ?? []), ...concepts];
}

/**
 * Reads a query. A phrase of the synonyms is one unit. An identifier is a unit of its own beside its parts. Stop words
 * count only if there is nothing else.
 */
export function unitsOf(query: string): Unit[] {
  const words = wordsOf(query);
  const stems = words.flatMap(({ parts }) => parts);
  const units: Unit[] = words.flatMap(({ whole }) =>
    whole ? { terms: [whole], isWord: false, isOptional: true } : [],
  );
  for (let at = 0; at < stems.length; at++) {
    const phrase = phraseAt(stems, at);
    units.push(phrase ? unitOfPhrase(phrase) : unitOfWord(stems[at]!));
    if (phrase) at += phrase.stems.length - 1;
  }
  const telling = units.filter(({ terms }) => !stopStems.has(terms[0]!));
  return (telling.length > 0 ? telling : units).slice(0, mostUnits);
}

function unitOfWord(term: string): Unit {
  return { terms: [term], isWord: true, isOptional: false };
}

function unitOfPhrase({ concepts }: Phrase): Unit {
  return { terms: concepts, isWord: false, isOptional: false };
}

/** Returns the stems of single words, to mark them in a text. */
export function stemsOf(text: string): string[] {
  return wordsOf(text).flatMap(({ parts }) => parts);
}

/** Returns the words to mark for a term: those of all phrases for a concept. */
export function wordsOfTerm(term: string): string[] {
  const stems = term.startsWith('#') ? stemsOf(synonyms[term.slice(1)] ?? '') : [term];
  return stems.filter((stem) => !stopStems.has(stem));
}
