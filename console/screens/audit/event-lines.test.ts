import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../client/client.ts';
import { readCsv } from '../users-import/read-csv.ts';
import { csvHead, csvOf, jsonLineOf } from './event-lines.ts';

const event = {
  ID: 'A1',
  occurred: '1767225600123',
  action: 'user.create',
  type: 'info',
  userId: 'U1',
  externalIds: ['ann@example.com', 'ann'],
  actorType: 'administrator',
  actorId: 'U2',
  actingAs: '',
  tenants: ['acme', 'globex'],
  method: '',
  device: 'Desktop',
  remoteAddress: '10.0.0.1',
  data: { name: 'a "b"\nc' },
} as unknown as AuditEvent;

test('an event becomes one CSV row whose cells match the header', () => {
  const { rows } = readCsv(csvHead + csvOf(event));
  const [header = [], row = []] = rows;
  expect(rows).toHaveLength(2);
  expect(row).toHaveLength(header.length);
  expect(Object.fromEntries(header.map((name, i) => [name, row[i]]))).toMatchObject({
    time: '2026-01-01T00:00:00.123Z',
    severity: 'info',
    loginIds: 'ann@example.com ann',
    tenants: 'acme globex',
    id: 'A1',
    data: '{"name":"a \\"b\\"\\nc"}',
  });
});

test('an event becomes one line of JSON', () => {
  expect(jsonLineOf(event).indexOf('\n')).toBe(jsonLineOf(event).length - 1);
  expect(JSON.parse(jsonLineOf(event))).toEqual(event);
});
