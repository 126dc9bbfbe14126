import { expect, test } from 'vitest';
import { pathsInJavaScript, pathsInPython, readPath } from './paths.ts';

test.each([
  ['/v1/auth/totp/verify', '/v1/auth/totp/verify'],
  ['/v2/keys/', '/v2/keys'],
  ['/v1/auth/me?tenant=true', '/v1/auth/me'],
  ['https://api.descope.com/v1/mgmt/user', '/v1/mgmt/user'],
  ['https://api.euc1.descope.com/scim/v2/Users', '/scim/v2/Users'],
  [`/v1/mgmt/list/\${id}`, '/v1/mgmt/list/:value'],
  [`\${base}/v1/mgmt/list/name/\${encodeURIComponent(name)}`, '/v1/mgmt/list/name/:value'],
  ['{self.base_url}/v2/keys/{project_id}', '/v2/keys/:value'],
  ['\u0001/v1/mgmt/outbound/scim/\u0001', '/v1/mgmt/outbound/scim/:value'],
])('%j names the path %s', (text, path) => {
  expect(readPath(text)).toBe(path);
});

test.each([
  '/v1',
  '/v1/',
  'v1/auth/me',
  '/users/me',
  'https://api.radar.io/v1/search/autocomplete',
  'https://descope.com.evil.test/v1/auth/me',
  'https://notdescope.com/v1/auth/me',
  'application/json',
  '/v1/auth/me (a sentence)',
])('%j names no path of the service', (text) => {
  expect(readPath(text)).toBeUndefined();
});

test('JavaScript: every kind of quotes, minified or not, each path once', () => {
  const source = `var p={me:"/v1/auth/me",t:{v:'/v1/auth/totp/verify'}};const a="x"+"/v1/auth/me";
    fetch(\`\${base}/v2/keys/\${projectId}\`);get("/v1/mgmt/list/".concat(id)); // "/not/one"`;
  expect(pathsInJavaScript(source)).toEqual([
    '/v1/auth/me',
    '/v1/auth/totp/verify',
    '/v1/mgmt/list',
    '/v2/keys/:value',
  ]);
});

test('Python: constants and f-strings', () => {
  const source = `class EndpointsV1:
    me_path = "/v1/auth/me"  # the caller's own
    otp = '/v1/auth/otp/verify'
    def url(self, id): return f"{self.base_url}/v1/mgmt/outbound/scim/{id}?full={True}"`;
  expect(pathsInPython(source)).toEqual([
    '/v1/auth/me',
    '/v1/auth/otp/verify',
    '/v1/mgmt/outbound/scim/:value',
  ]);
});
