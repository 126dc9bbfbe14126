import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installComponentLibrary } from '../../../../test/component-library.ts';
import { type Latchkey, startLatchkey } from '../../../../test/harness.ts';
import { library, libraryEntry } from './releases.ts';

let latchkey: Latchkey;

beforeAll(async () => {
  await installComponentLibrary();
  latchkey = await startLatchkey();
});
afterAll(() => latchkey?.close());

interface Received {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

/** Without `fetch`, which unpacks bodies. */
function load(path: string, headers: Record<string, string> = {}): Promise<Received> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(`${latchkey.baseUrl}${path}`, { headers, agent: false }, async (response) => {
      const body = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode ?? 0, headers: response.headers, body });
    });
    sent.on('error', reject).end();
  });
}

const pages = (file: string, projectId = latchkey.projectId) => `/pages/${projectId}/v2-beta/${file}`;
const script = (path: string, version = library.version) => `/npm/${library.name}@${version}/${path}`;
const json = ({ body }: Received) => JSON.parse(body.toString());
const configure = async (branding: object) =>
  expect((await latchkey.manage('POST', '/v1/mgmt/project/settings', { branding })).status).toBe(200);

/** The file of a first screen of the project. */
async function firstScreen(): Promise<string> {
  const { flows } = json(await load(pages('config.json')));
  const ids = Object.values<{ startScreenId?: string }>(flows).map(({ startScreenId }) => startScreenId);
  return `${ids.find(Boolean)}.html`;
}

describe('config.json', () => {
  test('names the flows, and the library with the hash of its first file', async () => {
    const config = json(await load(pages('config.json')));
    const hash = createHash('sha384')
      .update((await load(script(libraryEntry))).body)
      .digest('base64');
    expect(config).toMatchObject({
      componentsVersion: library.version,
      componentsVersionSri: `sha384-${hash}`,
    });
    expect(Object.keys(config.flows)).toEqual(
      expect.arrayContaining(['sign-up-or-in', 'sign-in', 'sign-up', 'step-up']),
    );
  });

  test('and the theme do not tell a browser to load anything from another host', async () => {
    for (const file of ['config.json', 'theme.json'])
      expect((await load(pages(file))).body.toString()).not.toMatch(/https?:\/\//);
  });

  test('says how to install the components where they are missing, and so does the library', async () => {
    const other = await latchkey.startAnother({ LATCHKEY_COMPONENTS: '/nonexistent' });
    for (const path of [pages('config.json'), script(libraryEntry)]) {
      const { status, body } = await other.request('GET', path, { bearer: null });
      expect([path, status, body.errorCode]).toEqual([path, 501, 'E501001']);
      expect(body.errorMessage).toContain('latchkey components install');
    }
    await other.close();
  });
});

test('every first screen that config.json names exists, in each of its locales', async () => {
  const { flows } = json(await load(pages('config.json')));
  type Flow = { startScreenId?: string; targetLocales: string[] };
  for (const { startScreenId, targetLocales } of Object.values<Flow>(flows)) {
    if (!startScreenId) continue;
    for (const ending of ['', ...targetLocales.map((locale) => `-${locale}`)]) {
      const { status, headers, body } = await load(pages(`${startScreenId}${ending}.html`));
      expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(headers['content-security-policy']).toContain("default-src 'none'");
      expect(body.toString()).toContain('<descope-text');
    }
  }
});

describe('a theme', () => {
  const themeOf = async () => json(await load(pages('theme.json')));

  test('has both schemes, with the styles of every element of the library', async () => {
    const { light, dark } = await themeOf();
    expect(Object.keys(light.components)).toEqual(Object.keys(dark.components));
    expect(light.components['descope-button'].host).toContain('--descope-button-main');
    expect(light.globals).toContain('*[data-theme="light"]');
    expect(dark.globals).toContain('*[data-theme="dark"]');
  });

  test('follows the branding at once, with readable text on any color', async () => {
    const before = await load(pages('theme.json'));
    await configure({ primaryColor: '#ffe600', darkPrimaryColor: '#7a1fa2', cornerRadius: 'none' });
    const tag = String(before.headers['etag']);
    expect((await load(pages('theme.json'), { 'if-none-match': tag })).status).toBe(200);
    const { light, dark } = await themeOf();
    expect(light.globals).toContain('--descope-colors-primary-main:#ffe600');
    expect(light.globals).toContain('--descope-colors-primary-contrast:#000000');
    expect(light.globals).toContain('--descope-radius-xs:0');
    expect(dark.globals).toContain('--descope-colors-primary-main:#7a1fa2');
    expect(dark.globals).toContain('--descope-colors-primary-contrast:#ffffff');
    await configure({ primaryColor: '', darkPrimaryColor: '', cornerRadius: 'medium' });
    expect((await load(pages('theme.json'), { 'if-none-match': tag })).status).toBe(304);
  });

  test('of a tenant is empty, and another style does not exist', async () => {
    expect(json(await load(pages('some-tenant/theme.json')))).toEqual({});
    const { status, body } = await load(pages('my-style.json'));
    expect([status, JSON.parse(body.toString()).errorMessage]).toEqual([
      404,
      expect.stringContaining('Leave out `style-id`'),
    ]);
  });
});

test('no project, screen, package, version or file exists beside those that are listed', async () => {
  const other = `P${'x'.repeat(27)}`;
  for (const path of [
    ...['config.json', 'theme.json', 't/theme.json', await firstScreen()].map((file) => pages(file, other)),
    ...['config.json', 'theme.json'].map((file) => pages(file, 'nonsense')),
    ...['nothing.html', 'nothing-de.html', 'config.html', '..%2Fconfig.json', 'config', '__proto__.html'].map(
      (file) => pages(file),
    ),
    `/pages/${latchkey.projectId}/v2-alpha/config.json`,
    ...['3.14.0', '3', 'latest', '..'].map((version) => script(libraryEntry, version)),
    ...[
      'dist/umd/index.js.map',
      'dist/umd/index.js.br',
      'dist/umd/DescopeDev.js',
      'dist/index.esm.js',
      'package.json',
      'dist/umd/../../package.json',
      'dist/umd/%2e%2e%2fumd%2findex.js',
    ].map((path) => script(path)),
    '/npm/@descope/node-sdk@2.13.0/dist/index.js',
    '/npm/react@19.3.1/index.js',
  ])
    expect([path, (await load(path)).status]).toEqual([path, 404]);
});

describe('a file of the library', () => {
  test.each([
    ['dist/umd/index.js', 'text/javascript; charset=utf-8'],
    ['dist/umd/descope-button.js.LICENSE.txt', 'text/plain; charset=utf-8'],
    ['dist/umd/fonts/font-38673212.woff', 'font/woff'],
    ['LICENSE', 'text/plain; charset=utf-8'],
  ])('%s has its type, is kept for good and is open to every page', async (path, type) => {
    const { status, headers } = await load(script(path), { origin: 'https://app.example.com' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers['access-control-allow-credentials']).toBeUndefined();
  });

  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, br;q=0', 'gzip', gunzipSync],
  ])('is sent compressed to a browser that accepts %s', async (accepted, coding, unpack) => {
    const plain = await load(script(libraryEntry));
    const packed = await load(script(libraryEntry), { 'accept-encoding': accepted });
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([
      undefined,
      coding,
    ]);
    expect(packed.headers['vary']).toBe('accept-encoding');
    expect(unpack(packed.body).equals(plain.body)).toBe(true);
    const theme = await load(pages('theme.json'), { 'accept-encoding': accepted });
    expect(unpack(theme.body).equals((await load(pages('theme.json'))).body)).toBe(true);
    expect(theme.body.length).toBeLessThan(32_000);
  });
});

test('what follows from settings is asked for each time, and may be read by every page without credentials', async () => {
  for (const file of ['config.json', 'theme.json', 't/theme.json', await firstScreen()]) {
    const first = await load(pages(file), { origin: 'https://app.example.com' });
    expect(first.headers).toMatchObject({
      'cache-control': 'public, no-cache',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    });
    const again = await load(pages(file), { 'if-none-match': `"x", ${first.headers['etag']}` });
    expect([file, again.status, again.body.length]).toEqual([file, 304, 0]);
  }
  const refused = await load(pages('nothing.html'), { origin: 'https://app.example.com' });
  expect(refused.headers['access-control-allow-origin']).toBe('*');
});
