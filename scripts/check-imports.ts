import { findViolations } from './imports/rules.ts';
import { readSources } from './imports/source.ts';

/** Files with one subject that is long by nature, such as a list. Each needs its reason beside it. */
const longFiles: string[] = [];

/** Pairs of groups that still import each other. A new pair is refused. */
const mutualGroups = [
  'domain/project/activity, domain/project/audit',
  'domain/project/management-keys, domain/project/projects',
  'domain/directory/roles, domain/directory/tenants',
  'domain/directory/tenants, domain/directory/users',
  'domain/sessions/impersonation, domain/sessions/sessions',
];

const files = readSources(process.cwd());
const violations = findViolations(files, longFiles, mutualGroups);
for (const { path, line, message } of violations) console.error(`${path}:${line}: ${message}.`);
if (violations.length > 0) {
  console.error(`${violations.length} violations of the import rules.`);
  process.exitCode = 1;
} else {
  console.log(`${files.length} files keep the import rules.`);
}
