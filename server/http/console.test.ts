import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildConsole } from '../../test/console-build.ts';
import { type Latchkey, startLatchkey } from '../../test/harness.ts';

let latchkey: Latchkey;
beforeAll(async () => {
  await buildConsole();
  latchkey = await startLatchkey();
});
afterAll(() => latchkey.close());

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${latchkey.baseUrl}${path}`, { redirect: 'manual', headers });

const nonceIn = (policy: string | null) => /'nonce-([\w-]{22})'/.exec(policy ?? '')?.[1];

describe('the page of the console', () => {
  test('is served at every address below /console/, so that each view has a link', async () => {
    for (const path of ['/', '/start', '/P1/users', '/P1/users/a%2Fb?text=x&page=2', '/P1/index.html']) {
      const answer = await get(`/console${path}`);
      expect([path, answer.status]).toEqual([path, 200]);
      expect(await answer.text()).toContain('<div id="console">');
    }
    const short = await get('/console');
    expect([short.status, short.headers.get('location')]).toEqual([308, '/console/']);
  });

  test('allows no inline script, plugin, frame or other base, and only its own style elements', async () => {
    const { headers } = await get('/console/');
    const policy = headers.get('content-security-policy');
    expect(policy).not.toContain('unsafe');
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "connect-src 'self'",
    ]) {
      expect(policy?.split('; ')).toContain(directive);
    }
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('referrer-policy')).toBe('same-origin');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test('has a new nonce in every response, and no script of its own', async () => {
    const [one, other] = await Promise.all([get('/console/'), get('/console/')]);
    const [nonce, otherNonce] = [one, other].map(({ headers }) =>
      nonceIn(headers.get('content-security-policy')),
    );
    const text = await one.text();
    expect(nonce).toBeDefined();
    expect(nonce).not.toBe(otherNonce);
    expect(text).toContain(`nonce="${nonce}"`);
    expect(text).not.toContain('{{nonce}}');
    expect(text).not.toMatch(/<script(?![^>]* src=)/);
  });

  test('tells browsers to stay on https when its address is https', async () => {
    expect((await get('/console/')).headers.get('strict-transport-security')).toBeNull();
    const encrypted = await startLatchkey({
      LATCHKEY_MODE: 'production',
      LATCHKEY_SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
      LATCHKEY_BASE_URL: 'https://auth.example.com',
    });
    const answer = await fetch(`${encrypted.baseUrl}/console/`);
    await encrypted.close();
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });
});

describe('a file of the console', () => {
  const assets = () => readdirSync(join(import.meta.dirname, '../../dist/console/assets'));

  test('is cached for good, and is sent compressed to browsers that accept it', async () => {
    const name = assets().find((file) => /^index-.*\.js$/.test(file));
    const path = `/console/assets/${name}`;
    const plain = await get(path, { 'accept-encoding': 'identity' });
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(plain.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(plain.headers.get('content-encoding')).toBeNull();
    const text = await plain.text();
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
    ]) {
      const small = await get(path, { 'accept-encoding': accepted! });
      expect(small.headers.get('content-encoding')).toBe(encoding);
      // fetch has decompressed it.
      expect(await small.text()).toBe(text);
    }
  });

  test('that does not exist is a 404, not the page', async () => {
    expect((await get('/console/assets/index-00000000.js')).status).toBe(404);
  });

  test('belongs to the build: no name leads to another folder', async () => {
    for (const name of [
      '..%2f..%2fpackage.json',
      '%2e%2e/%2e%2e/package.json',
      'assets/..%2f..%2f..%2fpackage.json',
      '.built-from%00.js',
      'C:%5Cwindows',
    ]) {
      const answer = await get(`/console/${name}`);
      const text = await answer.text();
      expect([name, text.includes('"dependencies"')]).toEqual([name, false]);
      expect([200, 400, 404]).toContain(answer.status);
    }
  });
});
