/** A decision's file name and title, by its number. */
export type Decisions = ReadonlyMap<string, { file: string; title: string }>;

/** Reads number and title from the files of a folder: `0111-groups.md` begins with `# 0111: A group is a value`. */
export function readDecisions(files: readonly string[], read: (file: string) => string): Decisions {
  return new Map(
    files
      .filter((file) => /^\d{4}-/.test(file))
      .map((file) => {
        const number = file.slice(0, 4);
        const [heading = ''] = read(file).split('\n');
        const title = heading.replace(`# ${number}: `, '');
        if (title === heading) throw new Error(`docs/decisions/${file} must begin with "# ${number}: "`);
        return [number, { file, title }];
      }),
  );
}

/**
 * Returns the index of the decisions with each line brought up to date. A new decision needs a line `- 0112` under its subject.
 * A decision that is merged into a later one keeps its number there: `- 0020 → 0029`.
 */
export function decisionsPage(page: string, decisions: Decisions): string {
  const listed: string[] = [];
  const link = (number: string): string => {
    const decision = decisions.get(number);
    if (!decision) throw new Error(`docs/decisions/README.md lists ${number}, which is no decision`);
    return `[${number}](${decision.file})`;
  };
  const text = page.replace(
    /^- \[?(\d{4})\b(?:.*→ \[?(\d{4}))?.*$/gm,
    (_, number: string, later?: string) => {
      listed.push(number);
      if (later) return `- ${number} → ${link(later)}`;
      return `- ${link(number)}: ${decisions.get(number)?.title}`;
    },
  );
  const wrong = [...new Set([...decisions.keys(), ...listed])].filter(
    (number) => listed.filter((one) => one === number).length !== 1,
  );
  if (wrong.length > 0)
    throw new Error(`docs/decisions/README.md must list each decision exactly once: ${wrong.join(', ')}`);
  return text;
}
