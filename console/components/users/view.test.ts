import { expect, test } from 'vitest';
import { readAttributeCriteria, writeAttributeCriteria } from './filter/attribute-criteria.ts';
import { activeFilters, defaultView, isSearchable, searchOf, splitTenantRole } from './view.ts';

const sort = [{ field: 'createdTime', desc: true }];

test('without filters, the search returns all users, newest first', () => {
  expect(searchOf(defaultView)).toEqual({ sort });
});

test('every filter in the address becomes a search filter', () => {
  const search = searchOf({
    ...defaultView,
    text: ' ann ',
    status: ['enabled', 'created'],
    withoutSecondFactor: true,
    neverSignedIn: true,
    signedInFrom: '2026-01-02',
    notSignedInSince: '2026-01-03',
    tenants: ['t1'],
    below: true,
    roles: ['Editor'],
    tenantRoles: ['t1:a:b', 't1:c', 't2:d'],
    everyRole: true,
    loginIds: ['ann'],
    emails: ['a@b.c'],
    phones: ['+12025550123'],
    userIds: ['U1'],
    apps: ['A1'],
    emailVerified: 'yes',
    phoneVerified: 'no',
    has: ['totp', 'password', 'passkey', 'sso'],
    test: 'only',
    createdFrom: '2026-01-02',
    createdTo: '2026-01-02',
    attributes: ['plan="pro"', 'plan="free"', 'seats=3', 'vip=true'],
  });
  const start = new Date('2026-01-02T00:00:00').getTime();
  expect(search).toEqual({
    sort,
    text: 'ann',
    statuses: ['invited', 'enabled'],
    invitationSent: false,
    withoutSecondFactor: true,
    neverSignedIn: true,
    fromLastSignInTime: Date.UTC(2026, 0, 2),
    notSignedInSince: Date.UTC(2026, 0, 3),
    tenantIds: ['t1'],
    includeSubTenants: true,
    roleNames: ['Editor'],
    tenantRoleNames: { t1: { values: ['a:b', 'c'], and: true }, t2: { values: ['d'], and: true } },
    loginIds: ['ann'],
    emails: ['a@b.c'],
    phones: ['+12025550123'],
    userIds: ['U1'],
    ssoAppIds: ['A1'],
    verifiedEmail: true,
    verifiedPhone: false,
    totp: true,
    password: true,
    webauthn: true,
    ssoOnly: true,
    testUsersOnly: true,
    fromCreatedTime: start,
    toCreatedTime: start + 86_400_000 - 1,
    customAttributes: { plan: ['pro', 'free'], seats: [3], vip: [true] },
  });
});

test('invalid values in the address are ignored', () => {
  const nonsense = { status: ['x'], sort: 'x', createdFrom: 'soon', attributes: ['a', 'a={', '=1', 'a={}'] };
  expect(searchOf({ ...defaultView, ...nonsense, text: 'a', emailVerified: 'perhaps' })).toEqual({ sort });
});

test('attribute criteria survive being written to and read from the address', () => {
  const criteria = new Map<string, unknown[]>([['a', ['x=y', 1, false]]]);
  expect(readAttributeCriteria(writeAttributeCriteria(criteria))).toEqual(criteria);
});

test.each(['ann', ' ann ', 'a-b', '+12', 'äöü', '张伟好', 'an', ' an ', '张伟', 'Ng'])(
  'the server can search for %j',
  (text) => {
    expect(isSearchable(text)).toBe(true);
  },
);

test.each(['', 'a', '张', ' a ', '...', 'a  ', 'a-'])('%j is too short to search for', (text) => {
  expect(isSearchable(text)).toBe(false);
});

test('a role name may contain a colon, but a tenant ID may not', () => {
  expect(splitTenantRole('t1:docs:write')).toEqual({ tenantId: 't1', role: 'docs:write' });
});

test('search text, order and page do not count as active filters', () => {
  expect(
    activeFilters({ ...defaultView, text: 'ann', sort: 'name', desc: false, page: 3, create: true }),
  ).toBe(0);
  expect(activeFilters({ ...defaultView, roles: ['a', 'b'], test: 'only' })).toBe(2);
});
