import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').toString('base64');
const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString(
  'base64',
);

let latchkey: Latchkey;
beforeAll(async () => {
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const upload = (image: string) => latchkey.manage('POST', '/v1/mgmt/project/logo/upload', { image });
const configure = (branding: object) => latchkey.manage('POST', '/v1/mgmt/project/settings', { branding });

describe('an uploaded logo', () => {
  test('is served under a name that follows from its content, and shown when the settings name it', async () => {
    const { path } = (await upload(png)).body;
    expect(path).toMatch(/^\/assets\/logos\/[0-9a-f]{32}\.png$/);
    expect((await upload(png)).body.path).toBe(path);
    const image = await fetch(latchkey.baseUrl + path);
    expect(Buffer.from(await image.arrayBuffer()).toString('base64')).toBe(png);
    expect(image.headers.get('content-type')).toBe('image/png');
    expect(image.headers.get('cache-control')).toContain('immutable');
    expect((await configure({ logoUrl: path })).body.branding.logoUrl).toBe(path);
  });

  test('cannot run a script, also when it is opened by its address', async () => {
    const { path } = (await upload(svg)).body;
    const { headers } = await fetch(latchkey.baseUrl + path);
    expect(headers.get('content-type')).toBe('image/svg+xml');
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    );
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  test.each([
    ['no Base64', '%%%', 'Base64'],
    ['a file of another kind', Buffer.from('GIF89a').toString('base64'), 'PNG, JPEG, WebP or SVG'],
    ['a page', Buffer.from('<html><svg></svg></html>').toString('base64'), 'PNG, JPEG, WebP or SVG'],
    [
      'a large file',
      Buffer.concat([Buffer.from(png, 'base64'), Buffer.alloc(131_072)]).toString('base64'),
      'at most 128 KiB',
    ],
  ])('is refused if it is %s', async (_, image, words) => {
    const { status, body } = await upload(image);
    expect([status, body.errorCode]).toEqual([400, 'E011004']);
    expect(body.errorMessage).toContain(words);
  });

  test('of another project cannot be named', async () => {
    const { path } = (await upload(png)).body;
    const other = await startLatchkey();
    const named = { branding: { logoUrl: path } };
    const { status, body } = await other.manage('POST', '/v1/mgmt/project/settings', named);
    await other.close();
    expect([status, body.errorCode]).toEqual([400, 'E011004']);
  });

  test('is one of at most 50, of which those without a use are deleted after a day', async () => {
    const distinct = (index: number) => Buffer.concat([Buffer.from(png, 'base64'), Buffer.from([index])]);
    const { path: used } = (await upload(png)).body;
    await configure({ logoUrl: used, darkLogoUrl: '' });
    let answer = await upload(distinct(0).toString('base64'));
    const { path: unused } = answer.body;
    for (let index = 1; index < 51 && answer.status === 200; index += 1)
      answer = await upload(distinct(index).toString('base64'));
    expect([answer.status, answer.body.errorCode]).toEqual([400, 'E011004']);
    expect(answer.body.errorMessage).toContain('at most 50 images');
    latchkey.advance(2 * 24 * 60 * 60_000);
    expect((await upload(distinct(99).toString('base64'))).status).toBe(200);
    expect((await fetch(latchkey.baseUrl + used)).status).toBe(200);
    expect((await fetch(latchkey.baseUrl + unused)).status).toBe(404);
  });

  test('must exist before the settings name it', async () => {
    const { status, body } = await configure({ darkLogoUrl: `/assets/logos/${'0'.repeat(32)}.png` });
    expect([status, body.errorCode]).toEqual([400, 'E011004']);
    expect((await fetch(`${latchkey.baseUrl}/assets/logos/${'0'.repeat(32)}.png`)).status).toBe(404);
  });
});

describe('the colours of the pages', () => {
  test.each([
    [{ primaryColor: 'red' }, 'primaryColor'],
    [{ darkPrimaryColor: '#12345' }, 'darkPrimaryColor'],
    [{ backgroundColor: '#888888' }, 'backgroundColor: choose a lighter color'],
    [{ darkBackgroundColor: '#888888' }, 'darkBackgroundColor: choose a darker color'],
  ])('%o is refused', async (branding, words) => {
    const { status, body } = await configure(branding);
    expect([status, body.errorCode]).toEqual([400, 'E011004']);
    expect(body.errorMessage).toContain(words);
  });
});

describe('the preview', () => {
  const preview = (query: Record<string, string>, headers: Record<string, string>) =>
    fetch(`${latchkey.baseUrl}/login/${latchkey.projectId}/preview?${new URLSearchParams(query)}`, {
      headers,
    });
  const framed = { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' };

  test('shows the page with values that are not saved, to a frame of our own only', async () => {
    const answer = await preview(
      { page: 'password', backgroundColor: '#fffbe6', cornerRadius: 'none' },
      framed,
    );
    const html = await answer.text();
    expect(answer.status).toBe(200);
    expect(html).toContain('<div inert>');
    expect(html).toContain('--paper:light-dark(#fffbe6,#0e1013)');
    expect(html).toContain('--radius-m:0');
    const policy = answer.headers.get('content-security-policy');
    expect(policy).toContain("form-action 'none'");
    expect(policy).toContain("frame-ancestors 'self'");
    const others: Record<string, string>[] = [
      {},
      { ...framed, 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-dest': 'document' },
    ];
    for (const headers of others) expect((await preview({}, headers)).status).toBe(404);
  });

  test('lets no value become a rule of its style', async () => {
    const answer = await preview({ colorScheme: 'light}body{display:none', cornerRadius: '' }, framed);
    expect([answer.status, (await answer.text()).includes('display:none}')]).toEqual([400, false]);
  });

  test('says what is wrong with a value', async () => {
    const answer = await preview({ backgroundColor: '#000000' }, framed);
    expect([answer.status, (await answer.text()).includes('choose a lighter color')]).toEqual([400, true]);
  });
});
