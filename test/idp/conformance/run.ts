import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../../counterparts/chromium.ts';
import { plans } from './plans.ts';
import { runPlan } from './run-plan.ts';
import { Suite } from './suite.ts';
import { prepareProject } from './tested-latchkey.ts';

// Runs plans of the OpenID Foundation's conformance suite against a Latchkey. Both run already, behind TLS:
//   npm run test:conformance -- --suite https://localhost:18443 --latchkey https://localhost:18543 --project P… --key K… [plan …]

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    suite: { type: 'string', default: 'https://localhost:18443' },
    latchkey: { type: 'string', default: 'https://localhost:18543' },
    project: { type: 'string' },
    key: { type: 'string' },
    /** Where the pictures go that a person has to judge. */
    pictures: { type: 'string' },
  },
});
const { project = '', key = '', pictures } = values;
// Both have certificates of their own making.
process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';

const latchkey = { url: values.latchkey, projectId: project, managementKey: key };
const suite = new Suite(values.suite);
await prepareProject(latchkey);
const browser = await launchChromium();
for (const plan of positionals.length > 0 ? positionals : Object.keys(plans)) {
  console.log(`\n## ${plan}\n\n| module | result |\n|---|---|`);
  await runPlan({ suite, latchkey, browser }, plan, (module, { result, remarks, review }) => {
    console.log(`| ${module} | ${[result, ...remarks].join('<br>')} |`);
    if (!review || !pictures) return;
    mkdirSync(join(pictures, plan), { recursive: true });
    writeFileSync(join(pictures, plan, `${module}.png`), review.picture);
    writeFileSync(
      join(pictures, plan, `${module}.txt`),
      [review.wanted, review.text, ...review.addresses].join('\n\n'),
    );
  });
}
await browser.close();
