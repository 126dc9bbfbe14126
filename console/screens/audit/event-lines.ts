import type { AuditEvent } from '../../../client/client.ts';
import { byteOrderMark, csvLine } from '../../components/csv.ts';

export const csvHead =
  byteOrderMark +
  csvLine([
    'time',
    'action',
    'severity',
    'userId',
    'loginIds',
    'actorType',
    'actorId',
    'actingAs',
    'tenants',
    'method',
    'device',
    'remoteAddress',
    'id',
    'data',
  ]);

export function csvOf(event: AuditEvent): string {
  return csvLine([
    new Date(Number(event.occurred)).toISOString(),
    event.action,
    event.type,
    event.userId,
    event.externalIds.join(' '),
    event.actorType,
    event.actorId,
    event.actingAs,
    event.tenants.join(' '),
    event.method,
    event.device,
    event.remoteAddress,
    event.ID,
    JSON.stringify(event.data),
  ]);
}

export function jsonLineOf(event: AuditEvent): string {
  return `${JSON.stringify(event)}\n`;
}
