import { expect, test } from 'vitest';
import { checkRow, type Known } from './check-row.ts';
import type { Meaning } from './columns.ts';
import { importMessages } from './messages.ts';

const messages = importMessages.en;
const attribute = (name: string, type: number, options: string[] = []) => ({
  name,
  type,
  displayName: '',
  defaultValue: null,
  viewPermissions: [],
  editPermissions: [],
  options: options.map((value) => ({ value, label: value.toUpperCase() })),
});
const known = {
  attributes: [
    ...[attribute('note', 1), attribute('seats', 2), attribute('vip', 3), attribute('plan', 4, ['a', 'b'])],
    ...[attribute('topics', 5, ['a', 'b']), attribute('since', 6), attribute('birthday', 7)],
  ],
  roles: [
    { name: 'Editor', tenantId: '' },
    { name: 'Boss', tenantId: 'acme' },
  ],
  tenantIds: new Set(['acme', 'globex']),
};

type Row = { [meaning in Meaning]?: string };

function check(row: Row, more: Partial<Known> = {}) {
  const cells = Object.entries(row);
  const meanings = cells.map(([meaning]) => meaning as Meaning);
  return checkRow(
    cells.map(([, text]) => text ?? ''),
    2,
    { ...known, meanings, ...more },
    messages,
  );
}

test('a complete row becomes a user', () => {
  const { user, problems } = check({
    loginId: ' ann ',
    additionalLoginIds: 'ann2; ann3',
    email: 'ann@example.com',
    phone: "'+49 30 1234567",
    verifiedEmail: 'nein',
    displayName: 'Ann',
    status: 'Enabled',
    roles: 'Editor',
    test: 'x',
    '': 'left out',
    'attribute:note': 'hi',
    'attribute:seats': '1,5',
    'attribute:vip': 'ja',
    'attribute:plan': 'A',
    'attribute:topics': 'b; a',
    'attribute:since': '2024-02-29',
    'attribute:birthday': '02-29',
  });
  expect(problems).toEqual([]);
  expect(user).toEqual({
    loginId: 'ann',
    additionalLoginIds: ['ann2', 'ann3'],
    email: 'ann@example.com',
    phone: '+49 30 1234567',
    verifiedEmail: false,
    displayName: 'Ann',
    status: 'enabled',
    roleNames: ['Editor'],
    test: true,
    customAttributes: {
      note: 'hi',
      seats: 1.5,
      vip: true,
      plan: 'a',
      topics: ['b', 'a'],
      since: '2024-02-29',
      birthday: '02-29',
    },
  });
});

test('roles of a row apply in its tenants without roles of their own', () => {
  const { user, problems } = check({ loginId: 'a', tenants: 'acme:Boss|Editor; globex', roles: 'Editor' });
  expect(problems).toEqual([]);
  expect(user).toEqual({
    loginId: 'a',
    userTenants: [
      { tenantId: 'acme', roleNames: ['Boss', 'Editor'] },
      { tenantId: 'globex', roleNames: ['Editor'] },
    ],
  });
});

const { problems: says } = messages;
test.each<[Row, string[]]>([
  [{ loginId: ' ' }, [says.noLoginId]],
  [{ loginId: `U${'a'.repeat(27)}` }, [says.loginId]],
  [{ loginId: 'a', email: 'a@b' }, [says.email]],
  [{ loginId: 'a', phone: '030 1234567' }, [says.phone]],
  [{ loginId: 'a', roles: 'Editor; Boss' }, [says.role('Boss')]],
  [{ loginId: 'a', tenants: 'globex:Boss' }, [says.roleIn('Boss', 'globex')]],
  [{ loginId: 'a', tenants: 'nowhere' }, [says.tenant('nowhere')]],
  [{ loginId: 'a', status: 'asleep' }, [says.status]],
  [{ loginId: 'a', test: 'perhaps' }, [says.flag('Test user')]],
  [{ loginId: 'a', picture: 'http://x.example/a' }, [says.picture]],
  [{ loginId: 'a', givenName: 'x'.repeat(257) }, [says.tooLong('Given name', 256)]],
  [{ loginId: 'a', 'attribute:seats': 'many' }, [says.attribute('seats', says.rules.number)]],
  [{ loginId: 'a', 'attribute:vip': '2' }, [says.attribute('vip', says.rules.boolean)]],
  [{ loginId: 'a', 'attribute:plan': 'c' }, [says.attribute('plan', says.rules.option('a, b'))]],
  [{ loginId: 'a', 'attribute:topics': 'a;c' }, [says.attribute('topics', says.rules.options('a, b'))]],
  [{ loginId: 'a', 'attribute:since': '2023-02-29' }, [says.attribute('since', says.rules.date)]],
  [{ loginId: 'a', 'attribute:birthday': '13-01' }, [says.attribute('birthday', says.rules.monthDay)]],
])('%j has its problem', (row, problems) => {
  expect(check(row).problems).toEqual(problems);
});

test('an invited user needs an address for the chosen channel', () => {
  const mail = { invitation: { sendMail: true, sendSMS: false } };
  const both = { invitation: { sendMail: true, sendSMS: true } };
  const text = { invitation: { sendMail: false, sendSMS: true } };
  expect(check({ loginId: 'a' }, mail).problems).toEqual([says.noEmail]);
  expect(check({ loginId: 'a' }, text).problems).toEqual([says.noPhone]);
  expect(check({ loginId: 'a' }, both).problems).toEqual([says.noAddress]);
  expect(check({ loginId: 'a@b.example' }, mail).problems).toEqual([]);
  expect(check({ loginId: 'a', phone: '+12025550123' }, both).problems).toEqual([]);
});
