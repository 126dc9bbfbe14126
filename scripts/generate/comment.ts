const width = 100;

/** Returns a wrapped doc comment of paragraphs, or nothing without text. Short ones stay on one line. */
export function commentOf(...paragraphs: (string | undefined)[]): string {
  const blocks = paragraphs
    .filter((text) => text !== undefined && text !== '')
    .map((text) => wrap(text as string));
  const [first] = blocks;
  if (!first) return '';
  if (blocks.length === 1 && first.length === 1) return `/** ${first[0]} */\n`;
  const lines = blocks.flatMap((block, index) => (index === 0 ? block : ['', ...block]));
  return `/**\n${lines.map((line) => ` * ${line}`.trimEnd()).join('\n')}\n */\n`;
}

/** Keeps line breaks in the text; continues list items with two spaces. */
function wrap(text: string): string[] {
  return text
    .replaceAll('*/', '*\u200b/')
    .split('\n')
    .flatMap((line) => {
      const indent = line.startsWith('@') ? '  ' : '';
      const lines = [''];
      for (const word of line.split(' ')) {
        const last = lines.at(-1) as string;
        if (last.trim() !== '' && last.length + 1 + word.length > width) lines.push(indent + word);
        else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
      }
      return lines;
    });
}

/** Ends the text like a sentence. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** Prepares a text for the middle of a sentence: `There is` becomes `there is`, `SSO` stays. */
export function withinSentence(text: string): string {
  return text.replace(/^[A-Z](?=[a-z]|\s)/, (letter) => letter.toLowerCase());
}
