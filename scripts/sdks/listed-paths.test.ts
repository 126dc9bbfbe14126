import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readSdkPaths, unlistedPaths } from './listed-paths.ts';
import { pathsInFolder } from './packages.ts';

const list = {
  packages: { npm: [], pypi: [], maven: [] },
  beginnings: { '/v1/auth/otp/verify': 'delivery method' },
  routes: {
    'POST /v1/auth/otp/verify/email': 'node',
    'GET /v1/mgmt/list/:id': 'node',
    'GET /:projectId/fedcm/config': 'web',
    'GET /pages/:projectId/*': 'web-component',
    'GET /v1/mgmt/user': 'node',
  },
};

test('a path is listed by itself, as a beginning, with parameters, or as the end of a longer one', () => {
  const called = [
    '/v1/mgmt/user',
    '/v1/auth/otp/verify',
    '/v1/mgmt/list/:value',
    '/fedcm/config',
    '/pages/P1/v2-alpha/logo.svg',
  ];
  expect(unlistedPaths(list, called)).toEqual([]);
});

test('a path beside a listed one is reported', () => {
  const called = [
    '/v1/mgmt/users',
    '/v1/mgmt/user/load',
    '/v1/mgmt',
    '/v1/auth/otp',
    '/v1/mgmt/list/:value/x',
  ];
  expect(unlistedPaths(list, called)).toEqual(called);
});

const committed = readSdkPaths();
const { routes, beginnings } = committed;

test.each([
  ['node-sdk', 200],
  ['core-js-sdk', 50],
  ['web-js-sdk', 50],
])('every path that the installed @descope/%s calls is listed', (name, atLeast) => {
  const installed = join(import.meta.dirname, '..', '..', 'node_modules', '@descope', name);
  const called = pathsInFolder('npm', installed);
  expect(called.length).toBeGreaterThan(atLeast);
  expect(unlistedPaths(committed, called)).toEqual([]);
});

test('the list names a method, a path and at least one caller for each route, in order', () => {
  for (const [route, callers] of Object.entries(routes)) {
    expect(route).toMatch(/^(?:GET|POST|PUT|PATCH|DELETE) \/[\w./:*-]+$/);
    expect(callers, route).toMatch(/^[a-z-]+(?: [a-z-]+)*$/);
  }
  const order = (route: string) => route.split(' ').reverse().join(' ');
  const sorted = Object.keys(routes).sort((a, b) => (order(a) < order(b) ? -1 : 1));
  expect(Object.keys(routes)).toEqual(sorted);
});

test('something is listed behind each beginning', () => {
  const paths = Object.keys(routes).map((route) => route.split(' ')[1]);
  for (const beginning of Object.keys(beginnings)) {
    expect(
      paths.some((path) => path?.startsWith(`${beginning}/`)),
      beginning,
    ).toBe(true);
  }
});
