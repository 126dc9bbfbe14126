/** Turns the output of a failed check into lines `path:line: what is wrong. What to do`. */
export type Report = (output: string) => string[];

/** More than anyone reads at once; most of them have one cause. */
const maxLines = 25;

/** Returns the lines of a failed check: all of its output if it has none of the expected form, such as a crash. */
export function linesOf(output: string, report: Report): string {
  const lines = report(output);
  if (lines.length === 0) return output.trimEnd();
  const left = lines.length - maxLines;
  return [...lines.slice(0, maxLines), ...(left > 0 ? [`… and ${left} more`] : [])].join('\n');
}

/** The check writes lines of this form itself. */
export const asItIs: Report = (output) => output.split('\n').filter((line) => /^\S+:\d+: /.test(line));

/** The compiler gives reasons on indented lines, of which the last is the most precise. */
export const ofTypes: Report = (output) => {
  const found: { line: string; reason: string }[] = [];
  for (const line of output.split('\n')) {
    const [, path, number, what] = /^(\S.*)\((\d+),\d+\): error (.*)$/.exec(line) ?? [];
    const last = found.at(-1);
    if (path) found.push({ line: `${path}:${number}: ${what}`, reason: '' });
    else if (last && line.startsWith(' ')) last.reason = ` ${line.trim()}`;
  }
  return found.map(({ line, reason }) => line + reason);
};

export const ofLint: Report = (output) =>
  output.split('\n').flatMap((line) => {
    const [, path, number = '1', rule = '', what] =
      /^[×!] ([^:\s]+)(?::(\d+):\d+)?: (\S+): (.*?)\.?$/.exec(line) ?? [];
    if (!path) return [];
    const remedy = rule.startsWith('lint/') ? `(${rule})` : `Run npx biome check --write ${path}`;
    return [`${path}:${number}: ${what}. ${remedy}`];
  });

interface Issue {
  name: string;
  line?: number;
}

export const ofUnusedCode: Report = (output) => {
  const start = output.indexOf('{"issues"');
  if (start < 0) return [];
  const { issues } = JSON.parse(output.slice(start)) as { issues: Record<string, string | Issue[]>[] };
  return issues.flatMap(({ file, ...kinds }) =>
    Object.entries(kinds).flatMap(([kind, found]) =>
      ([found].flat(2) as Issue[]).map(({ name, line = 1 }) =>
        kind === 'files'
          ? `${name}:1: nothing imports this file. Delete it, or import it`
          : `${file}:${line}: ${name} (${kind}) is unused or unknown. Remove it, or use it`,
      ),
    ),
  );
};
