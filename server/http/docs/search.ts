import { setImmediate } from 'node:timers/promises';
import type { Document, Library } from './library.ts';
import { unescapeHtml } from './plain-text.ts';
import { renderDocument } from './render.ts';

/** A part of a document below one heading. */
interface Section {
  document: Document;
  id: string;
  heading: string;
  text: string;
  lower: string;
}

export interface Match {
  document: Document;
  id: string;
  heading: string;
  excerpt: string;
}

const mostWords = 8;
const mostMatches = 20;

/** Cuts all documents into sections. Takes a moment, so other requests are served between two documents. */
export async function readSections(library: Library): Promise<Section[]> {
  const sections: Section[] = [];
  for (const document of library.byFile.values()) {
    if (document.file === 'docs/README.md') continue;
    await setImmediate();
    const { body, headings } = renderDocument(document, library);
    const parts = body.toString().split(/<h\d id="/);
    for (const [i, { id, text: heading }] of headings.entries()) {
      const part = parts[i + 1] ?? '';
      const text = unescapeHtml(part.slice(part.indexOf('</h')).replace(/<[^<>]*>/g, ' '))
        .replace(/\s+/g, ' ')
        .trim();
      sections.push({ document, id, heading, text, lower: `${heading} ${text}`.toLowerCase() });
    }
  }
  return sections;
}

export function wordsOf(query: string): string[] {
  return [...new Set(query.toLowerCase().split(/\s+/).filter(Boolean))].slice(0, mostWords);
}

/** Returns the sections that contain every word, the best ones first. */
export function searchSections(sections: readonly Section[], query: string): Match[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  return sections
    .filter(({ document, lower }) => {
      const title = document.title.toLowerCase();
      return (
        words.every((word) => lower.includes(word) || title.includes(word)) &&
        words.some((word) => lower.includes(word))
      );
    })
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, mostMatches)
    .map(({ section: { document, id, heading, text } }) => ({
      document,
      id,
      heading,
      excerpt: excerptOf(text, words),
    }));
}

/** Titles count most, then headings. A decision explains a rule that a guide states, so the guide comes first. */
function scoreOf({ document, heading, lower }: Section, words: readonly string[]): number {
  const title = document.title.toLowerCase();
  const name = heading.toLowerCase();
  const scores = words.map(
    (word) => (title.includes(word) ? 4 : 0) + (name.includes(word) ? 8 : 0) + countOf(word, lower),
  );
  const isBackground = /^docs\/decisions\/|^bench\/|CHANGELOG/.test(document.file);
  return scores.reduce((sum, score) => sum + score, 0) / (isBackground ? 3 : 1);
}

/** Counts to four: beyond that, a section is long rather than better. */
function countOf(word: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at >= 0 && count < 4; at = text.indexOf(word, at + word.length)) count++;
  return count;
}

function excerptOf(text: string, words: readonly string[]): string {
  const places = words.map((word) => text.toLowerCase().indexOf(word)).filter((place) => place >= 0);
  const start = Math.max(0, Math.min(...places, text.length) - 60);
  const from = start === 0 || places.length === 0 ? 0 : text.indexOf(' ', start) + 1;
  const end = text.length > from + 200 ? text.lastIndexOf(' ', from + 200) : text.length;
  return `${from > 0 ? '… ' : ''}${text.slice(from, end)}${end < text.length ? ' …' : ''}`;
}
