import { describe, expect, test } from 'vitest';
import { isLoopbackUrl, isWebUrl, withQuery } from './url.ts';

test.each([
  'https://app.example.com',
  'http://app.example.com:8080/a/b?c=d#e',
  'HTTPS://APP.EXAMPLE.COM/',
  'https://[::1]/',
  'https://bücher.example/ü',
  'https://app.example.com/a@b',
])('%s is a web address', (text) => expect(isWebUrl(text)).toBe(true));

test.each([
  '',
  'app.example.com',
  '/path',
  '//evil.test/',
  'https:evil.test',
  'https:/evil.test',
  'https:///evil.test',
  'https://',
  'https://?x',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://app.example.com/',
  'app://callback',
  ' https://app.example.com/',
  'https://app.example.com/ ',
  'https://app.example.com/a b',
  'https://app.example.com/\n',
  'ht\ntps://app.example.com/',
  'https://app.example.com/\t',
  'https://app.example.com\\@evil.test/',
  'https:\\\\evil.test',
  'https://app.example.com/\0',
  'https://app.example.com/\u0085',
  'https://app.example.com/\u2028',
  'https://user@evil.test/',
  'https://user:secret@evil.test/',
  'https://:secret@evil.test/',
  'https://app.example.com@evil.test/',
  'https://app.example.com:99999/',
  'https://[::1',
])('%j is not a web address', (text) => expect(isWebUrl(text)).toBe(false));

test.each([
  'http://localhost:3000/',
  'http://127.0.0.1/',
  'https://127.9.9.9',
  'http://[::1]:1/',
  'http://127.1/',
])('%s is on this machine', (text) => expect(isLoopbackUrl(text)).toBe(true));

test.each([
  'http://localhost.evil.test/',
  'http://127.0.0.1.evil.test/',
  'http://evil.test/localhost',
  'http://evil.test#@localhost/',
  'http://localhost@evil.test/',
  'http://10.0.0.1/',
  'ftp://localhost/',
  'localhost',
])('%s is not', (text) => expect(isLoopbackUrl(text)).toBe(false));

describe('added parameters', () => {
  test('leave existing parameters in place', () => {
    expect(withQuery('https://a.test/p?x=1#f', { code: 'c' })).toBe('https://a.test/p?x=1&code=c#f');
  });

  test('replace a parameter of the same name, so that a caller cannot preset one', () => {
    expect(withQuery('https://a.test/?code=planted&code=twice', { code: 'c' })).toBe(
      'https://a.test/?code=c',
    );
  });

  test('are encoded', () => {
    expect(withQuery('https://a.test/', { err: 'a&b=c\r\n#' })).toBe(
      'https://a.test/?err=a%26b%3Dc%0D%0A%23',
    );
  });
});
