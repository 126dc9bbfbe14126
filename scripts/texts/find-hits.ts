import { habits } from './habits.ts';
import { endOfSentence, type Text } from './text.ts';

/** An expression or sentence that a reader stumbles over, and what to write. */
export interface Hit {
  path: string;
  line: number;
  phrase: string;
  write: string;
}

/** More than a reader keeps in mind. */
const maxWords = 30;

const maxColons = 2;

export function findHits(text: Text): Hit[] {
  const hit = (index: number, phrase: string, write: string): Hit => ({
    path: text.path,
    line: text.line + text.text.slice(0, index).split('\n').length - 1,
    phrase: phrase.replaceAll(/\s+/g, ' '),
    write,
  });
  const flat = text.text.replaceAll('\n', ' ');
  const phrases = habits.flatMap(({ pattern, write }) =>
    [...flat.matchAll(pattern)].map(({ index, 0: phrase }) => hit(index, phrase, write)),
  );
  const long = sentencesOf(text.text).flatMap(({ index, sentence }) => {
    const count = sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length;
    const start = sentence.split(/\s+/).slice(0, 6).join(' ');
    return count > maxWords ? [hit(index, `${start} …`, `two sentences: this one has ${count} words`)] : [];
  });
  const colons = text.isDocument
    ? text.text.split('\n').flatMap((line) => {
        const count = line.split(': ').length - 1;
        const start = text.text.indexOf(line);
        return count > maxColons
          ? [hit(start, `${count} colons`, '“because”, “so”, “for example”, or a list')]
          : [];
      })
    : [];
  return [...phrases, ...long, ...colons];
}

const betweenSentences = new RegExp(`(?<=[.!?][)”"’*]*)\\s+(?=[^a-z])|\\n\\n|\\n(?=[-*] )|${endOfSentence}`);

function sentencesOf(text: string): { index: number; sentence: string }[] {
  const sentences = [];
  let index = 0;
  for (const sentence of text.split(betweenSentences)) {
    index = text.indexOf(sentence, index);
    sentences.push({ index, sentence });
    index += sentence.length;
  }
  return sentences;
}
