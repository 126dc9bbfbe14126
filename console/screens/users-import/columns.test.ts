import { expect, test } from 'vitest';
import { guessMeanings } from './columns.ts';

const attribute = (name: string, displayName = '') => ({
  name,
  displayName,
  type: 1,
  options: [],
  defaultValue: null,
  viewPermissions: [],
  editPermissions: [],
});

test.each([
  [
    ['loginId', 'E-Mail', 'Phone number', 'First_Name'],
    ['loginId', 'email', 'phone', 'givenName'],
  ],
  [
    ['Anmeldename', 'Nachname', 'Mandanten', 'Rollen'],
    ['loginId', 'familyName', 'tenants', 'roles'],
  ],
  [
    ['userId', 'createdTime', 'login id'],
    ['', '', 'loginId'],
  ],
  [
    ['name', 'full name', 'user'],
    ['displayName', '', 'loginId'],
  ],
])('columns %j mean %j', (header, meanings) => {
  expect(guessMeanings(header, [])).toEqual(meanings);
});

test('the email address is the login ID if there is no login ID column', () => {
  expect(guessMeanings(['Email', 'Name'], [])).toEqual(['loginId', 'displayName']);
});

test('custom attributes are recognized by API name or display name, after the built-in fields', () => {
  const attributes = [attribute('plan', 'Tariff'), attribute('name')];
  expect(guessMeanings(['login', 'TARIFF', 'name', 'customAttributes.name'], attributes)).toEqual([
    ...['loginId', 'attribute:plan', 'displayName', 'attribute:name'],
  ]);
});
