import { expect, test } from 'vitest';
import { isRedirectPattern } from '../../../server/domain/project/projects/redirect-url.ts';
import { originProblem, redirectProblem } from './address-rules.ts';

test.each([
  'https://app.example.com/done',
  'https://app.example.com/done?a=b',
  'https://*.example.com/done',
  'https://app.example.com/*',
  'http://localhost:3000/',
  'http://*.localhost:3000/',
  'app.example.com',
  'javascript:alert(1)',
  'https://user@example.com/',
  'https://example.com/\\evil',
  'https://example.com/ x',
  'https://example.com/#x',
  'https://*.com/',
  'https://a.*.example.com/',
  'https://*example.com/',
  'https://example.com/*/x',
  'https://example.com/?x=*',
  'https://example.com:*/',
  '*',
])('the console and the server agree on %s', (url) => {
  expect(redirectProblem(url) === undefined).toBe(isRedirectPattern(url));
});

test('an origin with a path or a pattern is rejected', () => {
  expect(originProblem('https://app.example.com')).toBeUndefined();
  expect(originProblem('https://app.example.com:8443/')).toBeUndefined();
  expect(originProblem(`android:apk-key-hash:${'a'.repeat(43)}`)).toBeUndefined();
  expect(originProblem('https://app.example.com/x')).toBe('noOrigin');
  expect(originProblem('https://*.example.com')).toBe('noOrigin');
  expect(originProblem('https://app.example.com/?x')).toBe('noOrigin');
  expect(originProblem('app.example.com')).toBe('noUrl');
});
