// Plain JavaScript for Node 20: `npm start` first checks with it whether the console is built. Building needs a
// newer Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'dist', 'console');
const stamp = join(output, '.built-from');

/** The bundled packages with their licences. */
export const consoleLicenses = join(output, 'licenses.json');

/** The inputs of the console's build. */
const sources = [
  'console',
  'client',
  'server/http/tokens.css',
  'package-lock.json',
  'scripts/build-console.mjs',
];

/** Reports whether dist/console matches the sources. */
export function isConsoleBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === hashOfSources();
}

export async function buildConsole() {
  const wanted = hashOfSources();
  const started = Date.now();
  console.log('Building the console …');
  const { build } = await import('vite');
  await build({ configFile: join(root, 'console', 'vite.config.ts'), logLevel: 'warn' });
  compress(output);
  writeFileSync(stamp, wanted);
  console.log(`Console built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

function hashOfSources() {
  const hash = createHash('sha256');
  for (const source of sources) {
    for (const file of listFiles(join(root, source))) hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function listFiles(path) {
  if (!existsSync(path)) return [];
  try {
    const entries = readdirSync(path, { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
      .filter((file) => !file.startsWith(join(root, 'client', 'dist')))
      .sort();
  } catch {
    return [path];
  }
}

/** Writes compressed copies of each text, so that the server never compresses. Brotli saves another sixth. */
function compress(folder) {
  for (const file of listFiles(folder)) {
    if (!/\.(js|css|svg)$/.test(file)) continue;
    const bytes = readFileSync(file);
    const small = gzipSync(bytes, { level: 9 });
    if (small.length >= bytes.length * 0.9) continue;
    writeFileSync(`${file}.gz`, small);
    writeFileSync(`${file}.br`, brotliCompressSync(bytes));
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !isConsoleBuilt()) await buildConsole();
