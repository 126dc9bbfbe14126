// Builds what `npm pack` and `npm publish` put into the package of the server. Its output goes to standard error,
// because npm prints the names of the files that it packs, as JSON, to standard output.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildConsole, consoleLicenses, isConsoleBuilt } from './build-console.mjs';
import { buildServer, isServerBuilt, serverLicenses } from './build-server.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

console.log = console.error;
if (!isServerBuilt()) await buildServer();
if (!isConsoleBuilt()) await buildConsole();
writeFileSync(join(root, 'THIRD-PARTY-LICENSES'), thirdPartyLicenses());

/** Lists the packages that are part of the bundles. The others bring their licences when npm installs them. */
function thirdPartyLicenses() {
  const packages = new Map();
  for (const file of [serverLicenses, consoleLicenses]) {
    for (const entry of JSON.parse(readFileSync(file, 'utf8'))) {
      packages.set(`${entry.name} ${entry.version}`, entry);
    }
  }
  const texts = [...packages]
    .sort(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([title, { identifier, text }]) => {
      if (!identifier) throw new Error(`${title} names no licence: find out whether it may be distributed`);
      return `${title} (${identifier})\n\n${text ?? 'The package contains no licence text.'}\n`;
    });
  const head = 'The compiled server and console contain these packages, under these licences.\n';
  return [head, ...texts].join(`\n${'-'.repeat(80)}\n\n`);
}
