// `npm run test:examples`: types the commands of each quick start as they stand, and uses the application that they start.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { names } from '../test/examples/quick-start.ts';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const { only } = values;
if (only !== undefined && !names.includes(only)) {
  console.error(`There is no example “${only}”. Choose one of: ${names.join(', ')}`);
  process.exit(2);
}
const vitest = join('node_modules', 'vitest', 'vitest.mjs');
const args = ['run', '--config', 'test/examples/vitest.config.ts'];
if (only !== undefined) args.push(`test/examples/${only}.test.ts`);
process.exitCode = spawnSync(process.execPath, [vitest, ...args], { stdio: 'inherit' }).status ?? 1;
