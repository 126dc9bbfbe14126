import { existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface Section {
  title: string;
  parts: string[];
  /** The results were measured as the notes promise, so they may be stored. */
  isComplete: boolean;
}

export function sectionText({ title, parts }: Pick<Section, 'title' | 'parts'>): string {
  return [`## ${title}`, ...parts].join('\n\n');
}

/** Replaces the sections with the same titles; the others stay as an earlier run left them. */
export function writeResults(file: string, head: string, sections: Section[], notes: string): void {
  const old = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const texts = new Map<string, string>();
  for (const text of [...old.split(/^(?=## )/m).slice(1), ...sections.map(sectionText)]) {
    texts.set(/^## (.*)$/m.exec(text)![1]!, text.trim());
  }
  // The notes are always those of this version, and come last.
  texts.delete(/^## (.*)$/m.exec(notes)![1]!);
  writeFileSync(file, `${[head, ...texts.values(), notes].join('\n\n')}\n`);
}
