import { expect, test } from 'vitest';
import type { CustomAttribute, User } from '../../../../client/client.ts';
import { guessMeanings } from '../../users-import/columns.ts';
import { readCsv } from '../../users-import/read-csv.ts';
import { headerLine, userLine } from './user-lines.ts';

const attributes = ['plan', 'tags'].map((name) => ({ name, displayName: name })) as CustomAttribute[];
const user = {
  userId: 'U1',
  loginIds: ['ann@example.com', 'ann', '+12025550123'],
  email: 'ann@example.com',
  verifiedEmail: true,
  phone: '+12025550123',
  verifiedPhone: false,
  name: 'Example, Ann "A."',
  givenName: 'Ann',
  middleName: '',
  familyName: 'Example',
  status: 'enabled',
  roleNames: ['Editor', 'Viewer'],
  userTenants: [
    { tenantId: 'acme', roleNames: ['Boss', 'Editor'] },
    { tenantId: 'globex', roleNames: [] as string[] },
  ],
  picture: '',
  TOTP: true,
  webauthn: true,
  test: false,
  createdTime: 1_767_225_600,
  modifiedTime: 1_767_225_601,
  invitedTime: 0,
  lastSignInTime: 1_767_225_600,
  customAttributes: { plan: '=1+1', tags: ['a', 'b'] },
} as unknown as User;

const [header = [], row = []] = readCsv(headerLine(attributes) + userLine(user, attributes)).rows;
const cells = Object.fromEntries(header.map((name, i) => [name, row[i]]));

test('an exported row contains the user’s data, but no formula', () => {
  expect(cells).toMatchObject({
    loginId: 'ann@example.com',
    additionalLoginIds: 'ann; +12025550123',
    verifiedEmail: 'true',
    verifiedPhone: 'false',
    secondFactors: 'totp; passkey',
    displayName: 'Example, Ann "A."',
    roles: 'Editor; Viewer',
    tenants: 'acme:Boss|Editor; globex',
    createdTime: '2026-01-01T00:00:00.000Z',
    modifiedTime: '2026-01-01T00:00:01.000Z',
    invitedTime: '',
    lastSignInDay: '2026-01-01',
    'customAttributes.tags': 'a; b',
  });
  expect(userLine(user, attributes)).toContain(`"'=1+1"`);
});

test('a user without an attribute has an empty cell in its column', () => {
  const { rows } = readCsv(userLine({ ...user, customAttributes: {} } as User, attributes));
  expect(rows[0]).toHaveLength(header.length);
  expect(rows[0]?.slice(-2)).toEqual(['', '']);
});

test('the import recognizes every exported column that it can write', () => {
  const meanings = guessMeanings(header, attributes);
  const unknown = header.filter((_, i) => meanings[i] === '');
  expect(unknown).toEqual([
    'userId',
    'secondFactors',
    'createdTime',
    'modifiedTime',
    'invitedTime',
    'lastSignInDay',
  ]);
  expect(new Set(meanings.filter(Boolean)).size).toBe(header.length - unknown.length);
});
