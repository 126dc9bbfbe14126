import { type ESTree, parseSync, Visitor } from 'vite';
import { endOfSentence, type Text } from './text.ts';

/** Returns the English texts of a source file: each literal with at least three words, and with `comments` the doc comments. */
export function readCode(path: string, source: string, { comments = false } = {}): Text[] {
  const parsed = parseSync(path, source);
  const lineAt = (offset: number): number => source.slice(0, offset).split('\n').length;
  const german = /german|(^|[/-])de\.ts$/.test(path) ? [{ start: 0, end: source.length }] : [];
  const texts: { start: number; text: string }[] = [];
  const joined = new Set<ESTree.Node>();
  const add = (node: ESTree.Node): void => {
    if (joined.has(node)) return;
    const text = textOf(node, joined);
    if (text !== undefined) texts.push({ start: node.start, text });
  };
  new Visitor({
    CallExpression({ callee, arguments: [, second] }) {
      if (callee.type === 'Identifier' && callee.name === 'defineMessages' && second) german.push(second);
    },
    BinaryExpression: add,
    Literal: add,
    TemplateLiteral: add,
    JSXText: add,
  }).visit(parsed.program);
  if (comments)
    for (const { type, value, start } of parsed.comments)
      if (type === 'Block' && value.startsWith('*'))
        texts.push({ start, text: value.replaceAll(/^\s*\*+ ?/gm, '') });
  return texts
    .filter(({ start }) => !german.some((range) => range.start <= start && start < range.end))
    .map(({ start, text }) => ({ path, line: lineAt(start), text: plain(text) }))
    .filter(({ text }) => /[a-z,.:] +[\w“"‘]+.* /i.test(text));
}

/** Returns the text of a literal, or of literals joined with `+`. What is filled in becomes `X`. */
function textOf(node: ESTree.Node, joined: Set<ESTree.Node>): string | undefined {
  if (node.type === 'JSXText') return node.value;
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? '').join('X');
  if (node.type !== 'BinaryExpression' || node.operator !== '+') return undefined;
  const sides = [node.left, node.right].map((side) => {
    const text = textOf(side, joined);
    if (text !== undefined) joined.add(side);
    return text;
  });
  return sides.every((side) => side === undefined) ? undefined : sides.map((side) => side ?? 'X').join('');
}

/** Removes the code in a text. A tag ends a sentence. */
function plain(text: string): string {
  return text
    .replaceAll(/`[^`\n]*`|\{[\w.]+\}/g, 'X')
    .replaceAll(/<[^<>]*>/g, (tag) => `${endOfSentence}${tag.replaceAll(/[^\n]/g, '')}`);
}
