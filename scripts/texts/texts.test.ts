import { expect, test } from 'vitest';
import { findHits } from './find-hits.ts';
import { readCode } from './read-code.ts';
import { readMarkdown } from './read-markdown.ts';

const lines = (texts: ReturnType<typeof readCode>) =>
  texts.flatMap(findHits).map(({ line, phrase }) => `${line}: ${phrase}`);

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

test('prose is read with its lines, without code, addresses and tags', () => {
  const document = `# The answer

A paragraph whose second line
says that it \`is refused\`, and [leads to](https://example.com/answer) a page.

\`\`\`sh
echo the answer is refused
\`\`\`

| The licence | ${words(20)} |
|---|---|
| ${words(20)} | <b title="the answer">nobody</b> knows |
- One: two: ${words(30)}.
`;
  expect(lines(readMarkdown('docs/a.md', document))).toEqual([
    '1: answer',
    '4: leads to',
    '10: licence',
    '12: nobody',
    '13: One: two: word word word word …',
  ]);
  expect(lines(readMarkdown('docs/a.md', 'One: two: three: four.'))).toEqual(['1: 3 colons']);
});

test('the English literals of a source file are read, also when they are joined', () => {
  const code = `
/** The answer, for nobody but a programmer. */
const text = 'An empty value ' +
  'is refused, and there is no such user';
const name = 'answer';
const page = \`<p class="answer">\${text}</p><p>The server \${name} asks for it.</p>\`;
export const messages = defineMessages({ a: 'They exist already.' }, { a: 'Es gibt sie already exists already.' });
`;
  expect(lines(readCode('server/a.ts', code))).toEqual(['3: is refused', '3: no such', '7: exist already']);
  expect(lines(readCode('client/a.ts', code, { comments: true }))).toContain('2: nobody');
  const long = `const text = '${words(31)}. ${words(30)}.';`;
  expect(lines(readCode('server/a.ts', long))).toEqual(['1: word word word word word word …']);
});

test('words with another sense are accepted', () => {
  const text =
    'The name of the field, in the name of the field; it was served; canceled; toward; a column of its rows.';
  expect(lines(readMarkdown('docs/a.md', text))).toEqual([]);
});
