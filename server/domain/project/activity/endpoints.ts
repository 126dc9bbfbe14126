import { endpoint } from '../../../http/endpoint.ts';
import { searchActivity } from './search-activity.ts';
import { activityInput, activityOutput, activityToWire, searchFromWire } from './wire.ts';

export const activityEndpoints = [
  endpoint({
    name: 'management.analytics.search',
    method: 'POST',
    path: '/v1/mgmt/analytics/search',
    summary: 'How many events there were, by action, method, device, tenant and time',
    description:
      'Counts of the audit log, which is not read for it. Events that are removed from the log stay counted, for a ' +
      'year. Without anything to group by the answer is one number.',
    auth: 'management',
    role: 'auditor',
    input: activityInput,
    output: activityOutput,
    errors: ['E011004'],
    partial:
      '`geos` matches nothing and `geo` and `referrer` are empty: places and referrers are not recorded',
    client: { returns: 'analytics' },
    async handle(ctx, input) {
      const rows = await searchActivity(ctx, searchFromWire(input));
      return { analytics: rows.map((row) => activityToWire(ctx.project.id, row)) };
    },
  }),
];
