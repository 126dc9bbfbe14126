import { endpoint } from '../../../http/endpoint.ts';
import { searchActivity } from './search-activity.ts';
import { activityInput, activityOutput, activityToWire, searchFromWire } from './wire.ts';

export const activityEndpoints = [
  endpoint({
    name: 'management.analytics.search',
    method: 'POST',
    path: '/v1/mgmt/analytics/search',
    summary: 'Count events by action, method, device, tenant and time',
    description:
      'Reads counts instead of the audit log. Events removed from the log stay counted for a year. ' +
      'Without grouping, the response is a single number.',
    auth: 'management',
    role: 'auditor',
    input: activityInput,
    output: activityOutput,
    errors: ['E011004'],
    partial:
      '`geos` matches nothing, and `geo` and `referrer` are empty, because locations and referrers are ' +
      'not recorded',
    client: { returns: 'analytics' },
    async handle(ctx, input) {
      const rows = await searchActivity(ctx, searchFromWire(input));
      return { analytics: rows.map((row) => activityToWire(ctx.project.id, row)) };
    },
  }),
];
