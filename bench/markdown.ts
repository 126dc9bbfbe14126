export function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
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
