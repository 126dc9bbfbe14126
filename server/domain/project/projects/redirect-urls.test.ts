import { describe, expect, test } from 'vitest';
import type { ServiceContext } from '../../../core/context.ts';
import type { Project } from '../../../core/project.ts';
import { isAllowedRedirect } from './redirect-urls.ts';

/** Calls the function with only the parts of a context that it uses. */
function isAllowed(
  url: string,
  redirectUrls: string[],
  mode: 'development' | 'production' = 'production',
): boolean {
  return isAllowedRedirect(
    { mode, project: { settings: { redirectUrls } } } as ServiceContext & { project: Project },
    url,
  );
}

describe('an entry without a wildcard', () => {
  const entry = 'https://app.example.com/callback';

  test.each([
    'https://app.example.com/callback',
    'https://app.example.com/callback?state=1',
    'https://app.example.com/callback?next=https://evil.test/',
    'https://app.example.com/callback#part',
    'https://APP.Example.COM/callback',
    'HTTPS://app.example.com/callback',
    'https://app.example.com:443/callback',
    'https://app.example.com/x/../callback',
    'https://app.example.com/%2e/callback',
  ])('allows %s', (url) => expect(isAllowed(url, [entry])).toBe(true));

  test.each([
    '',
    '/callback',
    'callback',
    '//app.example.com/callback',
    '//evil.test/callback',
    'https:/app.example.com/callback',
    'https:app.example.com/callback',
    'https:///app.example.com/callback',
    'http://app.example.com/callback',
    'https://app.example.com/',
    'https://app.example.com',
    'https://app.example.com/callback/',
    'https://app.example.com/callback/more',
    'https://app.example.com/callbackmore',
    'https://app.example.com/Callback',
    'https://app.example.com//callback',
    'https://app.example.com/callback%2f',
    'https://app.example.com/callback%2f..%2fevil',
    'https://app.example.com/callback/..',
    'https://app.example.com/callback/%2e%2e/evil',
    'https://app.example.com/%63allback',
    'https://app.example.com:8443/callback',
    'https://app.example.com.evil.test/callback',
    'https://evil.test/https://app.example.com/callback',
    'https://evil-app.example.com/callback',
    'https://evilapp.example.com/callback',
    'https://x.app.example.com/callback',
    'https://example.com/callback',
    'https://app.example.com./callback',
    'https://app.example.com@evil.test/callback',
    'https://app.example.com:443@evil.test/callback',
    'https://user@app.example.com/callback',
    'https://evil.test#@app.example.com/callback',
    'https://evil.test?@app.example.com/callback',
    'https://evil.test\\@app.example.com/callback',
    'https://app.example.com\\@evil.test/callback',
    'https://evil.test%2f@app.example.com/callback',
    'https:\\\\app.example.com\\callback',
    'https://app.example.com\\callback',
    'https://app.example.com\t/callback',
    'https://app.exa\nmple.com/callback',
    '\u0000https://app.example.com/callback',
    ' https://app.example.com/callback',
    'https://app.example.com/callback\r\nSet-Cookie: a=b',
    'https://app。example。com/other',
    'https://аpp.example.com/callback',
    'javascript://app.example.com/callback',
    'javascript:alert(1)//https://app.example.com/callback',
    'data:text/html,https://app.example.com/callback',
    'ftp://app.example.com/callback',
    'app.example.com/callback',
  ])('refuses %j', (url) => expect(isAllowed(url, [entry])).toBe(false));
});

test('an entry without a path allows only the root', () => {
  const entry = ['https://app.example.com'];
  expect(isAllowed('https://app.example.com', entry)).toBe(true);
  expect(isAllowed('https://app.example.com/', entry)).toBe(true);
  expect(isAllowed('https://app.example.com/x', entry)).toBe(false);
});

test('the query of an entry is ignored', () => {
  expect(isAllowed('https://app.example.com/cb?b=2', ['https://app.example.com/cb?a=1'])).toBe(true);
});

test('an entry with a port allows only that port', () => {
  const entry = ['https://app.example.com:8443/cb'];
  expect(isAllowed('https://app.example.com:8443/cb', entry)).toBe(true);
  expect(isAllowed('https://app.example.com/cb', entry)).toBe(false);
  expect(isAllowed('https://app.example.com:84430/cb', entry)).toBe(false);
});

test('an entry in another spelling allows the same URL', () => {
  expect(isAllowed('https://xn--bcher-kva.example/cb', ['HTTPS://Bücher.example:443/cb'])).toBe(true);
  expect(isAllowed('http://127.0.0.1/cb', ['http://127.1/cb'])).toBe(true);
});

describe('* as the leftmost label', () => {
  const entry = ['https://*.example.com/cb'];

  test.each(['https://a.example.com/cb', 'https://a-b.example.com/cb', 'https://A.example.com/cb'])(
    'allows %s',
    (url) => expect(isAllowed(url, entry)).toBe(true),
  );

  test.each([
    'https://example.com/cb',
    'https://a.b.example.com/cb',
    'https://aexample.com/cb',
    'https://a.example.com.evil.test/cb',
    'https://evil.test/.example.com/cb',
    'https://evil.test?.example.com/cb',
    'https://evil.test#.example.com/cb',
    'https://evil.test\\.example.com/cb',
    'https://a@b.example.com/cb',
    'https://a.example.com:444/cb',
    'http://a.example.com/cb',
    'https://.example.com/cb',
  ])('refuses %s', (url) => expect(isAllowed(url, entry)).toBe(false));

  test('requires a label in its place', () => {
    expect(isAllowed('http://localhost:3000/', ['http://*.localhost:3000/'])).toBe(false);
    expect(isAllowed('http://a.localhost:3000/', ['http://*.localhost:3000/'])).toBe(true);
  });
});

describe('* at the end of the path', () => {
  const folder = ['https://app.example.com/sso/*'];

  test.each([
    'https://app.example.com/sso/',
    'https://app.example.com/sso/a/b?c',
    'https://app.example.com/sso/x/../y',
  ])('allows %s', (url) => expect(isAllowed(url, folder)).toBe(true));

  test.each([
    'https://app.example.com/sso',
    'https://app.example.com/ssomore',
    'https://app.example.com/',
    'https://app.example.com/sso/../evil',
    'https://app.example.com/sso/%2e%2e/evil',
    'https://app.example.com/sso/.%2E/evil',
    'https://app.example.com/sso/..%2fevil',
    'https://app.example.com/sso/..%5Cevil',
    'https://app.example.com.evil.test/sso/',
    'https://evil.test/sso/',
  ])('refuses %s', (url) => expect(isAllowed(url, folder)).toBe(false));

  test('continues the last segment if no slash precedes it', () => {
    const prefix = ['https://app.example.com/cb*'];
    expect(isAllowed('https://app.example.com/cb', prefix)).toBe(true);
    expect(isAllowed('https://app.example.com/cb-2', prefix)).toBe(true);
    expect(isAllowed('https://app.example.com/c', prefix)).toBe(false);
    expect(isAllowed('https://app.example.com/cb%2f', prefix)).toBe(false);
  });
});

describe('without an entry', () => {
  const own = ['http://localhost:3000/', 'http://127.0.0.1:5173/cb?x', 'http://[::1]/', 'https://localhost/'];

  test.each(own)('development allows %s and production does not', (url) => {
    expect(isAllowed(url, [], 'development')).toBe(true);
    expect(isAllowed(url, [], 'production')).toBe(false);
  });

  test.each([
    'https://app.example.com/',
    'http://localhost.evil.test/',
    'http://localhost@evil.test/',
    'http://10.0.0.1/',
  ])('development refuses %s', (url) => expect(isAllowed(url, [], 'development')).toBe(false));
});
