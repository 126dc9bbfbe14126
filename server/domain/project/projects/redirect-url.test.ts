import { expect, test } from 'vitest';
import { isRedirectPattern } from './redirect-url.ts';

test.each([
  'https://app.example.com/callback',
  'https://app.example.com',
  'https://app.example.com/a?tenant=1',
  'http://localhost:3000/cb',
  'http://[::1]:3000/cb',
  'https://*.example.com/cb',
  'https://app.example.com/*',
  'https://app.example.com/cb*',
  'https://*.example.com:8443/sso/*',
  'http://*.localhost:3000/',
])('the allow-list accepts %s', (url) => expect(isRedirectPattern(url)).toBe(true));

test.each([
  '',
  '*',
  '/callback',
  '//evil.example.com',
  'javascript:alert(1)',
  'myapp://callback',
  'https://user:secret@app.example.com/',
  'https://user@app.example.com/',
  'https://app.example.com\\@evil.example.com',
  'https://app.example.com/\n',
  'https://app.example.com/#part',
  'https://*',
  'https://*/cb',
  'https://*.com/cb',
  'https://app*.example.com/',
  'https://app.*.com/',
  'https://*.*.example.com/',
  'https://*example.com/',
  'https://app.example.com*',
  'https://app.example.com/*/cb',
  'https://app.example.com/**',
  'https://app.example.com/cb?next=*',
  'https://app.example.com:*/cb',
])('the allow-list refuses %j', (url) => expect(isRedirectPattern(url)).toBe(false));
