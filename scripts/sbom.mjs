// Writes the software bill of materials of a package, in the format CycloneDX. The same sources give the same bytes.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { consoleLicenses } from './build-console.mjs';
import { serverLicenses } from './build-server.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the bill of the server: what npm installs with it, and what its bundles contain. */
export function sbomOfServer() {
  const options = ['--sbom-format=cyclonedx', '--omit=dev', '--workspaces=false', '--package-lock-only'];
  const npm = spawnSync('npm', ['sbom', ...options], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    stdio: ['ignore', 'pipe', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (npm.status !== 0) throw new Error('npm sbom failed');
  const { serialNumber: _, metadata, components, ...sbom } = JSON.parse(npm.stdout);
  const known = new Set(components.map(({ purl }) => purl));
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = [serverLicenses, consoleLicenses]
    .flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
    .map((entry) => componentOf(entry, packages))
    .filter(({ purl }) => !known.has(purl) && known.add(purl))
    .sort((a, b) => (a.purl < b.purl ? -1 : 1));
  const component = { ...metadata.component, name: '@latchkey/server' };
  return textOf({ ...sbom, metadata: { component }, components: [...components, ...bundled] });
}

/** Returns the bill of the client, which has no dependencies. */
export function sbomOfClient() {
  const { name, version, license, description } = JSON.parse(
    readFileSync(join(root, 'client', 'package.json'), 'utf8'),
  );
  const component = { ...componentOf({ name, version, identifier: license }, {}), description };
  return textOf({
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component },
    components: [],
  });
}

function componentOf({ name, version, identifier }, packages) {
  const { integrity } = packages[`node_modules/${name}`] ?? {};
  const isThisVersion = packages[`node_modules/${name}`]?.version === version;
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(isThisVersion && integrity && { hashes: [hashOf(integrity)] }),
    licenses: [
      / (OR|AND|WITH) /.test(identifier) ? { expression: identifier } : { license: { id: identifier } },
    ],
  };
}

/** Converts npm's form of a hash, `sha512-` and Base64. */
function hashOf(integrity) {
  const [algorithm, content] = integrity.split('-');
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(content, 'base64').toString('hex') };
}

function textOf(sbom) {
  return `${JSON.stringify(sbom, null, 2)}\n`;
}
