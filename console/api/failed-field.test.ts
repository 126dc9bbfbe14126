import { expect, test } from 'vitest';
import { failedField } from './failed-field.ts';
import { ApiError } from './failure.ts';

const failure = (errorCode: string, errorMessage = '', status = 400) =>
  new ApiError(status, { errorCode, errorDescription: 'The request is invalid', errorMessage });

const user = { loginId: 'ann', email: 'ann@example.com', phone: '', password: '', tenants: [] };

test.each([
  ['a field at the beginning of the message', failure('E011003', 'password is too short'), user, 'password'],
  ['a missing field', failure('E011002', 'loginId is missing'), user, 'loginId'],
  [
    'an entry of a list',
    failure('E011004', 'permittedIps[0] is no network'),
    { permittedIps: [] },
    'permittedIps',
  ],
  ['the innermost name of a path', failure('E011003', 'user.email must be text'), user, 'email'],
  ['the outer name, if that is the field', failure('E011003', 'tenants[1].id is missing'), user, 'tenants'],
  [
    'a colon after the name',
    failure('E111203', 'domains: another tenant has a.example'),
    { domains: [] },
    'domains',
  ],
  ['a taken login ID', failure('E062107', 'The user already exists'), user, 'loginId'],
  ['a taken address without a login ID', failure('E062107'), { ...user, loginId: '' }, 'email'],
  ['a taken name', failure('E111401', 'The role exists already'), { name: 'a', description: '' }, 'name'],
  ['the only field of a form', failure('E062107', 'The user already exists'), { text: 'ann' }, 'text'],
])('%s names the field of the form', (_, error, values, field) => {
  expect(failedField(error, values)).toBe(field);
});

test.each([
  ['a message about something else', failure('E011003', 'Set up a connector first'), user],
  ['a field that the form does not have', failure('E011003', 'redirectUrl is no URL'), user],
  ['an error of the project', failure('E113001', 'email has no connector'), user],
  [
    'a name in the message that is not the field',
    failure('E011004', 'No role has the name reader'),
    { name: '', id: '' },
  ],
  [
    'an unknown tenant in a form without one',
    failure('E111202', 'No tenant has the ID a', 404),
    { name: '', id: '' },
  ],
  ['a full disk', failure('E500003', 'phone', 507), { text: '' }],
  ['a lost connection', failure('network', 'name', 0), { name: '' }],
  ['an error of the console', new Error('email'), user],
  ['no error', null, user],
])('%s names no field', (_, error, values) => {
  expect(failedField(error, values)).toBeUndefined();
});
