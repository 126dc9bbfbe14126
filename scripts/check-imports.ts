import { findViolations } from './imports/rules.ts';
import { readSources } from './imports/source.ts';

/** Files with one subject that is long by nature, such as a list. Each needs its reason beside it. */
const longFiles: string[] = [];

const files = readSources(process.cwd());
const violations = findViolations(files, longFiles);
for (const { path, line, message } of violations) console.error(`${path}:${line}: ${message}.`);
if (violations.length > 0) {
  console.error(`${violations.length} violations of the import rules.`);
  process.exitCode = 1;
} else {
  console.log(`${files.length} files keep the import rules.`);
}
