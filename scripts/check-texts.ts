import { parseArgs } from 'node:util';
import { hitsIn } from './texts/hits-in.ts';
import { listTextFiles } from './texts/read-texts.ts';

/** Prints the phrases to rewrite in the files that the arguments name, and without arguments in all files. */
const { positionals } = parseArgs({ allowPositionals: true });
const root = process.cwd();

for (const path of positionals.length > 0 ? positionals : listTextFiles(root)) {
  for (const { line, phrase, write } of hitsIn(root, path)) {
    process.exitCode = 1;
    console.error(`${path}:${line}: “${phrase}”. Write ${write}.`);
  }
}
