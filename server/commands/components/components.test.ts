import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { installComponentLibrary } from '../../../test/component-library.ts';
import { newEmptyPlace, type Place } from '../../../test/latchkey-process.ts';
import { unpack } from './archive.ts';

let place: Place;
const asked: string[] = [];
const registry = createServer((request, response) => {
  asked.push(request.url ?? '');
  response.writeHead(request.url?.includes('/missing/') ? 404 : 200).end('another file');
});

beforeAll(async () => {
  await installComponentLibrary();
  place = await newEmptyPlace();
  await new Promise<void>((resolve) => registry.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  registry.close();
  await place.remove();
});

const addressOf = (path: string) => `http://127.0.0.1:${(registry.address() as AddressInfo).port}${path}`;
const install = (...args: string[]) => runCommandHere(place, ['components', 'install', ...args]);

test('a file with another hash is not installed, wherever it comes from', async () => {
  const file = join(place.dataDir, 'other.tgz');
  await writeFile(file, randomBytes(100));
  const to = join(place.dataDir, 'components');
  for (const [args, words] of [
    [['--registry', addressOf('/npm/')], 'is not the one that this version was tested with'],
    [['--registry', addressOf('/missing')], 'it returns 404'],
    [['--registry', 'http://127.0.0.1:2'], 'ECONNREFUSED'],
    [['--from', file], 'is not a package that this version was tested with'],
  ] as const) {
    const { code, stderr } = await install(...args);
    expect([code, stderr]).toEqual([1, expect.stringContaining(words)]);
    expect(stderr).toContain('npm pack @descope/web-components-ui@');
    expect(existsSync(to)).toBe(false);
  }
  expect(asked[0]).toMatch(/^\/npm\/@descope\/web-components-ui\/-\/web-components-ui-[\d.]+\.tgz$/);
});

test('an archive contains files of its package only', async () => {
  const entry = (path: string, kind: string, content = '') => {
    const header = Buffer.alloc(512);
    header.write(path, 0);
    header.write(content.length.toString(8).padStart(11, '0'), 124);
    header.write(kind, 156);
    const padding = Buffer.alloc((512 - (content.length % 512)) % 512);
    return Buffer.concat([header, Buffer.from(content), padding]);
  };
  const archive = gzipSync(
    Buffer.concat([
      entry('package/a.js', '0', 'a'.repeat(600)),
      entry('../outside.js', '0', 'x'),
      entry('package/link.js', '2'),
      entry('package/LICENSE', '0', 'MIT'),
      Buffer.alloc(1024),
    ]),
  );
  const files = [...(await unpack(archive))].map(([path, content]) => [path, content.toString()]);
  expect(files).toEqual([
    ['a.js', 'a'.repeat(600)],
    ['LICENSE', 'MIT'],
  ]);
});

test('doctor says whether the components are there', async () => {
  const detail = async (environment?: Record<string, string>) => {
    const { stdout } = await runCommandHere(place, ['doctor', '--json'], environment);
    return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === 'components');
  };
  expect(await detail()).toMatchObject({ ok: true, detail: expect.stringMatching(/^@descope\//) });
  const missing = await detail({ LATCHKEY_COMPONENTS: place.dataDir });
  expect(missing).toMatchObject({ ok: true, detail: expect.stringContaining('latchkey components install') });
});
