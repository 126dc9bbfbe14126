// `npm run test:examples`: types the commands of each quick start as they stand, uses the application that they start, and
// runs the code of the guides in every language. `--only codes,users` runs these guides.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { guides } from '../test/examples/guides/page.ts';
import { namesOfGuides, names as quickStarts } from '../test/examples/quick-start.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const { only } = values;
const names = [...quickStarts, ...namesOfGuides];
const env = { ...process.env };
const args = ['run', '--config', 'test/examples/vitest.config.ts'];
if (only !== undefined) {
  const isGuide = (name: string) => guides.includes(name) && !names.includes(name);
  if (only.split(',').every(isGuide)) {
    env['GUIDE'] = only;
    args.push('test/examples/guides');
  } else if (names.includes(only)) {
    args.push(`test/examples/${only}.test.ts`);
  } else {
    console.error(`There is no example “${only}”. Choose one of: ${[...names, ...guides].join(', ')}`);
    process.exit(2);
  }
}
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
process.exitCode = spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit', env }).status ?? 1;
