import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject } from '../../../http/schema.ts';
import { maxEvents } from '../../project/audit/search-events.ts';
import { recordCustomEvent } from './record-custom.ts';
import { searchAudit } from './search-audit.ts';
import {
  auditSearchInput,
  auditSearchOutput,
  customEventInput,
  eventToWire,
  searchFromWire,
} from './wire.ts';

export const auditEventEndpoints = [
  endpoint({
    name: 'management.audit.search',
    method: 'POST',
    path: '/v1/mgmt/audit/search',
    summary: 'Search the audit log',
    description:
      'Returns events that match all given filters, in the order of the log. `text`, `loginIdsContain` and `loginIdsNotContain` ' +
      `examine only the newest ${maxEvents} events that match the other filters (with ` +
      '`oldestFirst`, the oldest).',
    auth: 'management',
    role: 'auditor',
    forAdministrators: true,
    input: auditSearchInput,
    output: auditSearchOutput,
    errors: ['E501001'],
    partial: 'a filter on `geos` matches nothing, because locations are not recorded',
    async handle(ctx, input) {
      if (input.searchFields?.length) {
        throw new ServiceError(
          'E501001',
          'searchFields is not supported. Leave it out and use the other filters',
        );
      }
      const { events, total } = await searchAudit(ctx, searchFromWire(input));
      return { audits: events.map((event) => eventToWire(ctx.project.id, event)), total };
    },
  }),
  endpoint({
    name: 'management.audit.createEvent',
    method: 'POST',
    path: '/v1/mgmt/audit/event',
    summary: 'Record a custom event in the audit log',
    auth: 'management',
    input: customEventInput,
    output: emptyObject,
    errors: ['E011004'],
    async handle(ctx, { type: severity, ...event }) {
      await recordCustomEvent(ctx, { ...event, severity });
      return {};
    },
  }),
];
