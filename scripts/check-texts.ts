import { parseArgs } from 'node:util';
import { hitsIn, readBaseline } from './texts/baseline.ts';
import { listTextFiles } from './texts/read-texts.ts';

/** With files as arguments, prints every hit in them. Without, prints the files with more hits than the baseline allows. */
const { positionals } = parseArgs({ allowPositionals: true });
const root = process.cwd();
const baseline = positionals.length > 0 ? {} : (readBaseline(root) ?? {});
const files = positionals.length > 0 ? positionals : listTextFiles(root);

for (const path of files) {
  const hits = hitsIn(root, path);
  const allowed = baseline[path] ?? 0;
  if (hits.length <= allowed) continue;
  process.exitCode = 1;
  if (allowed > 0)
    console.error(
      `${path}:1: ${hits.length} phrases to rewrite, and at most ${allowed} are allowed here. They follow.`,
    );
  for (const { line, phrase, write } of hits.sort((a, b) => a.line - b.line))
    console.error(`${path}:${line}: “${phrase}”. Write ${write}.`);
}
