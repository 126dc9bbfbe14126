import type { Terminal } from './terminal.ts';

/** A command that failed. The message is all that the operator needs to know. */
export class CommandFailure extends Error {
  readonly exitCode: 1 | 2;

  /** Exit code 2 means wrong use. */
  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

export interface OutputOptions {
  /** For scripts. */
  json?: boolean;
}

export function printLine(terminal: Terminal, text = ''): void {
  terminal.stdout.write(`${text}\n`);
}

export function printJson(terminal: Terminal, value: unknown): void {
  printLine(terminal, JSON.stringify(value, null, 2));
}

/** Prints labels and their values in two columns. A pair without a label continues the previous one. */
export function printLabels(
  terminal: Terminal,
  pairs: readonly (readonly [label: string, text: string])[],
  indent = '',
): void {
  const width = Math.max(...pairs.map(([label]) => label.length));
  for (const [label, text] of pairs) printLine(terminal, `${indent}${label.padEnd(width)}  ${text}`);
}

export function printTable(
  terminal: Terminal,
  headings: readonly string[],
  rows: readonly (readonly string[])[],
): void {
  const lines = [headings, ...rows];
  const widths = headings.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  for (const line of lines) {
    printLine(
      terminal,
      line
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    );
  }
}

export function printError(terminal: Terminal, text: string): void {
  terminal.stderr.write(`${asSentence(text)}\n`);
}

function asSentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?:`"]$/.test(capital) ? capital : `${capital}.`;
}

/** Formats a time for people and scripts, in UTC. */
export function asTime(moment: number): string {
  return new Date(moment).toISOString();
}
