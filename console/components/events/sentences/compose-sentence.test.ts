import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../../client/client.ts';
import { readable } from '../../readable.ts';
import { composeSentence, sentenceText } from './compose-sentence.ts';

const event = (changes: Partial<AuditEvent>): AuditEvent => ({
  ID: 'A1',
  projectId: 'P1',
  action: 'UserModified',
  type: 'info',
  occurred: '1767225600000',
  actorId: 'U2',
  actorType: 'user',
  actingAs: '',
  userId: 'U1',
  externalIds: ['bob@example.com'],
  tenants: [],
  method: '',
  device: 'Desktop',
  geo: '',
  remoteAddress: '10.0.0.1',
  data: {},
  names: { U1: 'Bob', U2: 'Ada Lovelace' },
  ...changes,
});
const both = (changes: Partial<AuditEvent>) => [
  sentenceText(event(changes), 'en'),
  sentenceText(event(changes), 'de'),
];

test('a change says who changed what about whom', () => {
  const disabled = { fields: ['status'], changes: { status: { from: 'enabled', to: 'disabled' } } };
  expect(both({ data: disabled })).toEqual([
    'Ada Lovelace disabled bob@example.com',
    'Ada Lovelace hat bob@example.com gesperrt',
  ]);
  expect(both({ data: { fields: ['roleNames', 'email', 'verifiedEmail'] } })).toEqual([
    'Ada Lovelace changed the roles and email address of bob@example.com',
    'Ada Lovelace hat Angaben von bob@example.com geändert: Rollen und E-Mail-Adresse',
  ]);
  expect(both({ actorId: 'U1', data: { fields: ['name'] } })[0]).toBe('bob@example.com changed their name');
  const fields = ['name', 'phone', 'picture', 'tenants', 'roleNames'];
  expect(both({ data: { fields } })[0]).toBe(
    'Ada Lovelace changed the name, phone number, picture, and 2 more of bob@example.com',
  );
});

test('a failed sign-in says why', () => {
  const failed = { action: 'LoginFailed', actorType: 'anonymous', actorId: '', method: 'password' };
  expect(both({ ...failed, data: { cause: 'wrongPassword' } })).toEqual([
    'Wrong password for bob@example.com',
    'Falsches Passwort für bob@example.com',
  ]);
  expect(both({ ...failed, data: { cause: 'disabled', count: 12 } })).toEqual([
    'bob@example.com could not sign in: the account is disabled (12 times)',
    'bob@example.com konnte sich nicht anmelden: das Konto ist gesperrt (12-mal)',
  ]);
  const unknown = {
    userId: '',
    externalIds: [],
    data: { cause: 'unknownUser', loginIdMask: 'b***@e***.com' },
  };
  expect(both({ ...failed, ...unknown })[0]).toBe('Sign-in with the unknown login ID b***@e***.com');
  expect(both({ ...failed, userId: '', externalIds: [], data: { cause: 'rateLimit' } })[0]).toBe(
    'A sign-in failed: too many requests',
  );
});

test('a sign-in says with what', () => {
  const signIn = { action: 'LoginSucceed', actorId: 'U1' };
  expect(both({ ...signIn, method: 'otp', data: { channel: 'email' } })[0]).toBe(
    'bob@example.com signed in with an email code',
  );
  expect(both({ ...signIn, method: 'oauth', data: { provider: 'google' } })).toEqual([
    'bob@example.com signed in with Google',
    'bob@example.com hat sich mit Google angemeldet',
  ]);
  expect(both({ ...signIn, method: 'saml', tenants: ['T1'], names: { T1: 'Acme' } })[0]).toBe(
    'bob@example.com signed in to Acme with SSO (SAML)',
  );
});

test('keys, programs and impersonators are named', () => {
  const created = { action: 'UserCreated' };
  expect(both({ ...created, actorType: 'managementKey', actorId: 'K1', names: { K1: 'CI' } })).toEqual([
    'Management key “CI” created the user bob@example.com',
    'Der Verwaltungsschlüssel „CI“ hat den Benutzer bob@example.com angelegt',
  ]);
  expect(both({ ...created, actorType: 'commandLine', actorId: 'root' })[0]).toBe(
    'The command line created the user bob@example.com',
  );
  expect(both({ actingAs: 'U1', data: { fields: ['name'] } })[0]).toBe(
    'Ada Lovelace (as Bob) changed the name of bob@example.com',
  );
  expect(both({ action: 'Impersonated', actingAs: 'U1' })[0]).toBe(
    'Ada Lovelace started to act as bob@example.com',
  );
});

test('names lead to their records, deleted users nowhere', () => {
  expect(composeSentence(event({ data: { fields: ['name'] } }), 'en')).toMatchObject([
    { text: 'Ada Lovelace', target: { to: 'users/U2' } },
    { text: ' changed the ' },
    { text: 'name' },
    { text: ' of ' },
    { text: 'bob@example.com', target: { to: 'users/U1' } },
  ]);
  const gone = composeSentence(event({ action: 'UserDeleted', externalIds: [], names: {} }), 'en');
  expect(gone.map(({ text }) => text).join('')).toBe('User U2 deleted user U1');
  expect(gone.every(({ target }) => target === undefined)).toBe(true);
});

test('text in the data of an event stays text', () => {
  const data = { provider: '{actor}', channel: '<b>' };
  expect(both({ action: 'LoginSucceed', actorId: 'U1', method: 'oauth', data })[0]).toBe(
    'bob@example.com signed in with {actor}',
  );
});

test('an event of another program has its name as words, also if it is called like one of ours', () => {
  const external = { actorType: 'external', actorId: 'shop', names: {} };
  expect(both({ ...external, action: 'pencil.created' })[0]).toBe('shop: Pencil created (bob@example.com)');
  expect(both({ ...external, action: 'LoginSucceed', userId: '', externalIds: [] })[0]).toBe(
    'shop: Login succeed',
  );
  expect(readable('SSOAppMoved')).toBe('SSOApp moved');
});
