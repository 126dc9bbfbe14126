import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A section of `results.md`. */
export interface Section {
  title: string;
  /** Paragraphs and tables. */
  parts: string[];
  /** The results were measured as the README promises, so they may be stored. */
  isComplete: boolean;
}

export function table(head: string[], rows: (string | number)[][]): string {
  const line = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  const ruler = head.map((_, index) => (index === 0 ? '---' : '---:'));
  return [head, ruler, ...rows].map(line).join('\n');
}

export function percent(part: number): string {
  return `${(part * 100).toFixed(0)} %`;
}

export function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

/** Formats a rate per second. */
export function rate(perSecond: number): string {
  return perSecond.toFixed(perSecond < 20 ? 1 : 0);
}

export function highlightIf(isMissed: boolean, text: string): string {
  return isMissed ? `**${text}**` : text;
}

export function sectionText({ title, parts }: Section): string {
  return [`## ${title}`, ...parts].join('\n\n');
}

/** Replaces the sections with the same titles; the others stay as an earlier run left them. */
export function writeResults(file: string, machine: [string, string][], sections: Section[]): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const texts = new Map<string, string>();
  for (const text of [...old.split(/^(?=## )/m).slice(1), ...sections.map(sectionText)]) {
    texts.set(/^## (.*)$/m.exec(text)![1]!, text.trim());
  }
  const head = [
    '# Benchmarks',
    'Written by `npm run bench`, each section by the last run that measured it. [README.md](README.md) explains the method and its ' +
      'limits.',
    table(['', ''], machine),
  ];
  writeFileSync(file, `${[...head, ...texts.values()].join('\n\n')}\n`);
}
