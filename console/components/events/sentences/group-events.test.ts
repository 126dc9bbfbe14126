import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../../client/client.ts';
import { composeGroup, groupEvents } from './group-events.ts';

let id = 0;
const event = (changes: Partial<AuditEvent>): AuditEvent => ({
  ID: `A${++id}`,
  projectId: 'P1',
  action: 'UserCreated',
  type: 'info',
  occurred: '1767225600000',
  actorId: 'K1',
  actorType: 'managementKey',
  actingAs: '',
  userId: `U${id}`,
  tenants: [],
  method: '',
  externalIds: [`user${id}@example.com`],
  device: 'Bot',
  geo: '',
  remoteAddress: '',
  data: {},
  names: { K1: 'CI' },
  ...changes,
});
const texts = (events: AuditEvent[]) =>
  groupEvents(events).map((group) =>
    composeGroup(group, 'en')
      .map(({ text }) => text)
      .join(''),
  );

test('a batch is one thing that a key did', () => {
  expect(texts(Array.from({ length: 12 }, () => event({})))).toEqual([
    'Management key “CI” created 12 users',
  ]);
});

test('events of others, of another kind, or after a minute stay apart', () => {
  const later = { occurred: String(1767225600000 + 61_000) };
  expect(
    groupEvents([event(later), event({}), event({ actorId: 'K2' })]).map(({ length }) => length),
  ).toEqual([1, 1, 1]);
  expect(groupEvents([event({}), event({ action: 'UserDeleted' })])).toHaveLength(2);
});

test('repeats about one user are counted, and failures of different visitors stay apart', () => {
  const failed = { action: 'LoginFailed', actorType: 'anonymous', actorId: '', method: 'password' };
  const wrong = {
    ...failed,
    data: { cause: 'wrongPassword' },
    userId: 'U1',
    externalIds: ['bob@example.com'],
  };
  expect(
    texts([event(wrong), event(wrong), event({ ...wrong, userId: 'U2', externalIds: ['eve'] })]),
  ).toEqual(['Wrong password for bob@example.com (2 times)', 'Wrong password for eve']);
});

test('a kind without a sentence for several names the first, and how many more', () => {
  const deleted = { action: 'RoleDeleted', userId: '', externalIds: [] };
  expect(texts([event({ ...deleted, userId: 'a' }), event({ ...deleted, userId: 'b' })])[0]).toContain(
    '(and 1 more)',
  );
});
