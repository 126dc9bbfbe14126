import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createLanguage, type TextTree } from '../server/core/languages/language.ts';
import { notServedRoutes } from '../server/domain/administration/not-served/not-served.ts';
import { endpoints, groups } from '../server/groups.ts';
import { describeApi } from '../server/http/openapi.ts';
import { architecturePage } from './generate/architecture.ts';
import { clientCode, routesCode } from './generate/client-code.ts';
import { commandLinePage } from './generate/command-line.ts';
import { conformancePage } from './generate/conformance.ts';
import { constantsCode } from './generate/constants.ts';
import { decisionsPage, readDecisions } from './generate/decisions.ts';
import { type Difference, firstDifference } from './generate/difference.ts';
import { effectsPage, findEffects } from './generate/effects.ts';
import { flowExamplesCode } from './generate/flow-examples.ts';
import { identityProviderPages } from './generate/identity-providers.ts';
import { languageTexts } from './generate/language-texts.ts';
import { pageFont } from './generate/page-font.ts';
import { privacyPage } from './generate/privacy.ts';
import { productPage } from './generate/product-page.ts';
import { productionChecklistPage } from './generate/production-checklist.ts';
import { profileFieldsCode } from './generate/profile-fields.ts';
import { providerLogos } from './generate/provider-logos.ts';
import { readSdkPaths } from './sdks/listed-paths.ts';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

const flowExamplesPath = 'console/screens/flows/code/flow-examples.ts';
const textsPath = 'server/core/languages/texts.ts';
const english = JSON.parse(readFileSync(join(root, 'server/core/languages/en.json'), 'utf8')) as TextTree;

const decisions = readDecisions(readdirSync(join(root, 'docs/decisions')), (file) =>
  readCommitted(`docs/decisions/${file}`),
);

const files = {
  'openapi.json': `${JSON.stringify(describeApi(endpoints, version), null, 2)}\n`,
  'docs/conformance.md': conformancePage(endpoints, notServedRoutes, readSdkPaths().routes),
  'docs/architecture.md': architecturePage(readCommitted('docs/architecture.md'), groups),
  'docs/decisions/README.md': decisionsPage(readCommitted('docs/decisions/README.md'), decisions),
  'docs/capabilities.md': productPage(groups, (group) => readCommitted(`server/domain/${group}/README.md`)),
  'docs/effects.md': effectsPage(findEffects(root, groups)),
  'docs/command-line.md': commandLinePage(),
  ...identityProviderPages(createLanguage('en', english).texts),
  'docs/privacy.md': privacyPage(readCommitted('docs/privacy.md')),
  'docs/deploy/production-checklist.md': productionChecklistPage(),
  'client/profile-fields.ts': formatted('client/profile-fields.ts', profileFieldsCode()),
  'client/api.ts': formatted('client/api.ts', clientCode(endpoints)),
  'client/routes.ts': formatted('client/routes.ts', routesCode(endpoints)),
  [flowExamplesPath]: formatted(flowExamplesPath, flowExamplesCode(readCommitted('docs/components.md'))),
  'client/constants.ts': formatted('client/constants.ts', constantsCode(endpoints)),
  ...Object.fromEntries(
    Object.entries(providerLogos()).map(([name, svg]) => [`server/http/provider-logos/${name}`, svg]),
  ),
  [textsPath]: formatted(textsPath, languageTexts(english)),
};

const { check } = parseArgs({ options: { check: { type: 'boolean' } } }).values;
for (const [path, text] of Object.entries(files)) {
  if (!check) writeFileSync(join(root, path), text);
  else reportIfStale(path, text);
}

const fontPath = 'server/http/geist-latin.woff2';
const font = await pageFont();
if (!check) writeFileSync(join(root, fontPath), font);
else if (!readFileSync(join(root, fontPath)).equals(font)) reportStale(fontPath);

function reportIfStale(path: string, expected: string): void {
  const difference = firstDifference(readCommitted(path), expected);
  if (difference === undefined) return;
  reportStale(path, difference);
}

function reportStale(path: string, difference: Difference = { line: 1, words: 'is out of date' }): void {
  console.error(`${path}:${difference.line}: ${difference.words}. Run npm run generate and commit the file.`);
  process.exitCode = 1;
}

function readCommitted(path: string): string {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return '';
  }
}

function formatted(path: string, code: string): string {
  const biome = join(root, 'node_modules', '.bin', 'biome');
  const { status, stdout, stderr } = spawnSync(biome, ['format', `--stdin-file-path=${path}`], {
    cwd: root,
    input: code,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) throw new Error(`biome cannot format ${path}: ${stderr}`);
  return stdout;
}
