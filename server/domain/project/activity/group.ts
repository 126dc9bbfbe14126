import { group } from '../../group.ts';
import { countActivity } from './count-events.ts';
import { activityEndpoints } from './endpoints.ts';

export const activity = group({
  name: 'project/activity',
  tables: {
    activityCounts: { key: 'span startsAt action method device', isOfAudit: true },
    activityTenantCounts: { key: 'span tenantId startsAt action method device', isOfAudit: true },
    activityProgress: { key: 'sequence', isOfAudit: true },
    activeUsers: { key: 'startsAt userId', isOfAudit: true },
  },
  endpoints: activityEndpoints,
  sweep: countActivity,
});
