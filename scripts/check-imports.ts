import type { OpenRule } from './imports/habit-rules.ts';
import { findViolations } from './imports/rules.ts';
import { readSources } from './imports/source.ts';

/** Files with one subject that is long by nature, such as a list. Each needs its reason beside it. */
const longFiles: string[] = [];

/** Rules that some files do not keep yet. Remove one here to switch it on. */
const openRules = new Set<OpenRule>([]);

const violations = findViolations(readSources(process.cwd()), longFiles, openRules);
for (const { path, line, message } of violations) console.error(`${path}:${line}: ${message}.`);
process.exitCode = violations.length > 0 ? 1 : 0;
