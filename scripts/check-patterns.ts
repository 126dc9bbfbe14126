import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { listSources } from './imports/source.ts';
import { judge } from './patterns/judge.ts';
import { readPatterns } from './patterns/read-patterns.ts';

/** Files whose patterns read only texts of ours. Each needs its reason beside it. */
const ownTexts = new Set([
  // The statements of our migrations and queries.
  'server/storage/locks.ts',
  'server/storage/scope.ts',
  'server/storage/scope-raw.ts',
  // Documents that tests make.
  'server/protocols/saml/fixture.ts',
]);

/** The time of a pattern must be in proportion to the text. */
const remedy =
  'Read the text in one pass, for example with indexOf, split or a class that excludes the next character';

const patterns = ['server', 'client', 'console']
  .flatMap((folder) => listSources(process.cwd(), folder))
  .filter((path) => !/\.test\.tsx?$/.test(path) && !ownTexts.has(path))
  .flatMap((path) => readPatterns(path, readFileSync(path, 'utf8')));

const { version } = createRequire(import.meta.url)('recheck/package.json');
const fixed = patterns.flatMap((pattern) =>
  pattern.expression ? [{ ...pattern, ...pattern.expression }] : [],
);
const problems = await judge(fixed, `node_modules/.cache/latchkey/patterns-${version}.json`);

const violations = [
  ...patterns
    .filter(({ expression }) => !expression)
    .map(
      ({ path, line }) =>
        `${path}:${line}: the pattern is built from values that are not constants of its file. ${remedy}`,
    ),
  ...fixed.flatMap(({ path, line, source, flags }, index) =>
    problems[index] ? [`${path}:${line}: /${source}/${flags} needs ${problems[index]}. ${remedy}`] : [],
  ),
];
for (const violation of violations) console.error(`${violation}.`);
// The checker's own process would keep this one waiting.
process.exit(violations.length > 0 ? 1 : 0);
