import { expect, test } from 'vitest';
import { guessMeanings } from './columns.ts';

const attribute = (name: string, displayName = '') => ({
  ...{ name, displayName, type: 1, options: [], defaultValue: null },
  ...{ viewPermissions: [], editPermissions: [] },
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

test('without a login ID the e-mail address is it', () => {
  expect(guessMeanings(['Email', 'Name'], [])).toEqual(['loginId', 'displayName']);
});

test('custom attributes are recognised by either name, and stand behind what every user has', () => {
  const attributes = [attribute('plan', 'Tariff'), attribute('name')];
  expect(guessMeanings(['login', 'TARIFF', 'name', 'customAttributes.name'], attributes)).toEqual([
    ...['loginId', 'attribute:plan', 'displayName', 'attribute:name'],
  ]);
});
