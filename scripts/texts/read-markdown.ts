import type { Text } from './text.ts';

/** Returns the prose of a document: paragraphs, list items, headings and table cells, without code and addresses. */
export function readMarkdown(path: string, source: string): Text[] {
  const lines = plain(source).split('\n');
  const texts: Text[] = [];
  let paragraph: Text | undefined;
  for (const [index, line] of lines.entries()) {
    const text = line.trim();
    const startsBlock = /^(#|[-*] |\d+\. |>|\|)/.test(text);
    if (text === '' || startsBlock) paragraph = undefined;
    if (text === '') continue;
    if (text.startsWith('|')) {
      for (const cell of text.split('|'))
        texts.push({ path, line: index + 1, text: cell.trim(), isDocument: true });
    } else if (paragraph) paragraph.text += `\n${text}`;
    else {
      paragraph = { path, line: index + 1, text: text.replace(/^[#>*-]+ /, ''), isDocument: true };
      texts.push(paragraph);
      if (text.startsWith('#')) paragraph = undefined;
    }
  }
  return texts.filter(({ text }) => text.includes(' '));
}

/** Replaces what is not prose, and keeps the lines. */
function plain(source: string): string {
  const blank = (match: string): string => match.replaceAll(/[^\n]+/g, '');
  return source
    .replaceAll(/^([ >]*)(```|~~~)[^\n]*\n[\s\S]*?^[ >]*\2/gm, blank)
    .replaceAll(/<!--[\s\S]*?-->/g, blank)
    .replaceAll(/(`+)[\s\S]*?\1/g, (match) => `X${blank(match)}`)
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/<[^<>]*>/g, (match) => `${/^<https?:/.test(match) ? 'X' : ''}${blank(match)}`)
    .replaceAll(/\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)/g, '');
}
