import { endpoint } from '../../../http/endpoint.ts';
import { searchActiveUsers } from './active-users.ts';
import { searchActivity } from './search-activity.ts';
import {
  activeUsersInput,
  activeUsersOutput,
  activityInput,
  activityOutput,
  activityToWire,
  searchFromWire,
} from './wire.ts';

export const activityEndpoints = [
  endpoint({
    name: 'management.analytics.search',
    method: 'POST',
    path: '/v1/mgmt/analytics/search',
    summary: 'Count events by action, method, device, tenant and time',
    description:
      'Uses stored counts instead of the audit log. Events that were removed from the log still count for a ' +
      'year. Without grouping, the response is a single number.',
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
  endpoint({
    name: 'management.analytics.searchActiveUsers',
    method: 'POST',
    path: '/v1/mgmt/analytics/users',
    summary: 'Count active users',
    description:
      'Counts the users who signed in or refreshed a session, both for the whole period and by day. ' +
      'Impersonations and anonymous sessions are not counted. Users who were deleted later are.',
    auth: 'management',
    role: 'auditor',
    input: activeUsersInput,
    output: activeUsersOutput,
    errors: [],
    async handle(ctx, input) {
      const { users, days } = await searchActiveUsers(ctx, input);
      return { users, days: days.map(({ startsAt, users }) => ({ created: String(startsAt), users })) };
    },
  }),
];
