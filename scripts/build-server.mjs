// Plain JavaScript for Node 20: `bin/latchkey.mjs` first checks with it whether the server is built. Building
// needs a newer Node.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const output = join(root, 'dist', 'server');
const stampName = '.built-from';
const licensesName = 'licenses.json';

/**
 * Loaded from node_modules when they are needed: native code, files beside the code, and what no start loads. The passkey
 * library also depends on a polyfill that has to run before the rest, and bundled it would run after it.
 */
const unbundled = [
  ...['@node-rs/argon2', '@node-rs/bcrypt'],
  ...['@xmldom/xmldom', 'xml-crypto', '@simplewebauthn/server', 'pg-native', 'pg-cloudflare'],
];

/** The bundled packages with their licences. */
export const serverLicenses = join(output, licensesName);

/** Reports whether the build matches the sources and the packages. */
export function isServerBuilt(folder = output) {
  const stamp = join(folder, stampName);
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stateOfSources();
}

/**
 * Bundles the server and its packages as JavaScript: a start then reads 80 files and not 2,000, and strips no
 * types. The folder must be two levels below the root.
 */
export async function buildServer(folder = output) {
  const wanted = stateOfSources();
  rmSync(folder, { recursive: true, force: true });
  const { build } = await import('vite');
  const plugins = [keepAddresses(folder), escapeUnicode(await import('@jridgewell/sourcemap-codec'))];
  await build({
    configFile: false,
    root,
    logLevel: 'warn',
    plugins,
    build: {
      ssr: join(root, 'server', 'main.ts'),
      outDir: folder,
      target: 'node24',
      minify: false,
      // `server/core/source-positions.ts` reads them when an error is logged.
      sourcemap: true,
      license: { fileName: licensesName },
      rolldownOptions: {
        output: {
          sourcemapExcludeSources: true,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          // V8 keeps the text in memory. Names stay, for the stack traces in the log.
          minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
        },
      },
    },
    ssr: { noExternal: true, external: unbundled },
  });
  writeFileSync(join(folder, stampName), wanted);
}

/**
 * Lets a bundled module find the files beside its source, which are not copied. Modules that it starts as
 * worker threads are built, too.
 */
function keepAddresses(folder) {
  return {
    name: 'keep-addresses',
    enforce: 'pre',
    transform(code, id) {
      if (!id.startsWith(join(root, 'server')) || !code.includes('import.meta')) return undefined;
      if (/import\.meta\.(?!url)/.test(code)) this.error(`${id} may use import.meta.url only`);
      const source = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
      const changed = code.replaceAll(
        /new URL\(\s*'([^']+)\.ts',\s*import\.meta\.url,?\s*\)|import\.meta\.url/g,
        (text, worker) => {
          if (worker === undefined) return source;
          const fileName = `${worker.split('/').at(-1)}.js`;
          this.emitFile({ type: 'chunk', id: join(dirname(id), `${worker}.ts`), fileName });
          // The lines stay, so the positions for stack traces are right without a map of this change.
          const lineBreaks = text.replaceAll(/[^\n]/g, '');
          return `new URL('./${fileName}', import.meta.url)${lineBreaks}`;
        },
      );
      return { code: changed, map: null };
    },
  };
}

/**
 * Writes all characters beyond ASCII as escapes. V8 keeps the text of a module in memory, and with one such character it
 * needs two bytes for each.
 */
function escapeUnicode({ decode, encode }) {
  const unicode = /[^\0-\x7f]/g;
  const escapeOf = (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'escape-unicode',
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.code.search(unicode) < 0) continue;
        // There, an escape would be another text.
        const [, unsafe] = /(String\.raw`[^`]*[^\0-\x7f]|\\[^\0-\x7f])/.exec(chunk.code) ?? [];
        if (unsafe)
          this.error(`${chunk.fileName} must be ASCII in String.raw and after a backslash: ${unsafe}`);
        const map = bundle[chunk.sourcemapFileName];
        map.source = movedMap(map.source, chunk.code.split('\n'));
        chunk.code = chunk.code.replaceAll(unicode, escapeOf);
      }
    },
  };

  /** An escape has five characters more than what it stands for. */
  function movedMap(source, lines) {
    const map = JSON.parse(source);
    const mappings = decode(map.mappings);
    for (const [index, segments] of mappings.entries()) {
      const columns = Array.from(lines[index].matchAll(unicode), (match) => match.index);
      let before = 0;
      for (const segment of segments) {
        while (columns[before] < segment[0]) before += 1;
        segment[0] += 5 * before;
      }
    }
    return JSON.stringify({ ...map, mappings: encode(mappings) });
  }
}

/** Sizes and times of change: reading every file would cost more than the build saves. */
function stateOfSources() {
  const hash = createHash('sha256');
  const packages = [join(root, 'node_modules', '.package-lock.json'), fileURLToPath(import.meta.url)];
  for (const file of [...listModules(join(root, 'server')), ...packages]) {
    const { size, mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? {};
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function listModules(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => join(folder, name))
    .sort();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href && !isServerBuilt()) await buildServer();
