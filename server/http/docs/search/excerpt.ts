import { stemsOf, wordsOfTerm } from './words.ts';

const longestExcerpt = 220;

/** Returns the part of the text that begins with the sentence in which most of the terms are, and the words to mark. */
export function excerptOf(text: string, terms: ReadonlySet<string>): { excerpt: string; found: Set<string> } {
  const found = new Set([...terms].flatMap(wordsOfTerm));
  const sentences = text.split(/\n|(?<=[.:?!]) (?=[A-Z`“])/).filter((sentence) => sentence.trim() !== '');
  const counts = sentences.map(
    (sentence) => new Set(stemsOf(sentence).filter((stem) => found.has(stem))).size,
  );
  const start = Math.max(0, counts.indexOf(Math.max(...counts, 0)));
  const rest = sentences.slice(start).join(' ');
  const end = rest.length > longestExcerpt ? rest.lastIndexOf(' ', longestExcerpt) : rest.length;
  return {
    excerpt: `${rest.slice(0, end > 0 ? end : longestExcerpt)}${end < rest.length ? ' …' : ''}`,
    found,
  };
}
