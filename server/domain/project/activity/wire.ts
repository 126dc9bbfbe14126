import { devices } from '../../../core/device.ts';
import { type Static, t } from '../../../http/schema.ts';
import { defaultActiveDays, maxActiveDays } from './active-users.ts';
import { type Dimension, timeUnits } from './activity.ts';
import { type ActivitySearch, defaultLookBackDays, maxLookBackDays, maxRows } from './search-activity.ts';
import type { Activity } from './store-search.ts';

const texts = (description?: string) =>
  t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 100, ...(description && { description }) }));

const moment = (description: string) => t.optional(t.longInteger({ description }));

const group = (description?: string) => t.optional(t.flag({ ...(description && { description }) }));

export const activityInput = t.object({
  actions: texts(),
  excludedActions: texts(),
  devices: texts([...devices].join(', ')),
  methods: texts(),
  geos: texts('Countries are not recorded, so this matches nothing'),
  tenants: texts('Tenant IDs; an empty ID matches events without a tenant'),
  from: moment(
    `Milliseconds since 1970; default, also for 0 and below: ${defaultLookBackDays} days ago. Rounded ` +
      `down to the hour. At most ${maxLookBackDays} days ago`,
  ),
  to: moment('Milliseconds since 1970; default, also for 0 and below: now. Rounded up to the hour'),
  groupByAction: group(),
  groupByDevice: group(),
  groupByMethod: group(),
  groupByTenant: group(),
  groupByGeo: group('Countries are not recorded, so this has no effect'),
  groupByReferrer: group('Not recorded, so this has no effect'),
  groupByCreated: t.optional(
    t.choice(['', ...timeUnits], { description: 'Hours, days, weeks, months or quarters, in UTC' }),
  ),
});

export const activityOutput = t.object({
  analytics: t.list(
    t.object(
      {
        projectId: t.text(),
        action: t.text({ description: 'Empty, as for all fields that are not grouped by' }),
        created: t.text({
          description:
            'The start of the period, in milliseconds since 1970, as a string of digits; 0: not grouped ' +
            'by time',
        }),
        device: t.text(),
        method: t.text(),
        geo: t.text({ description: 'Always empty' }),
        tenant: t.text({ description: 'Also empty for events without a tenant' }),
        referrer: t.text({ description: 'Always empty' }),
        cnt: t.text({ description: 'The number of events, as a string of digits' }),
      },
      { $id: 'ActivityCount' },
    ),
    { maxItems: maxRows, description: 'Latest time first' },
  ),
});

export function searchFromWire(input: Static<typeof activityInput>): ActivitySearch {
  const groups: [Dimension, boolean | undefined][] = [
    ['action', input.groupByAction],
    ['method', input.groupByMethod],
    ['device', input.groupByDevice],
    ['tenantId', input.groupByTenant],
  ];
  const { actions, excludedActions, devices, methods, geos, tenants, from, to } = input;
  return {
    actions,
    excludedActions,
    devices,
    methods,
    geos,
    tenantIds: tenants,
    from,
    to,
    unit: input.groupByCreated || undefined,
    dimensions: groups.filter(([, isGrouped]) => isGrouped).map(([dimension]) => dimension),
  };
}

export function activityToWire(
  projectId: string,
  { startsAt, tenantId, events, ...row }: Activity,
): Static<typeof activityOutput>['analytics'][number] {
  return {
    projectId,
    ...row,
    created: String(startsAt),
    tenant: tenantId,
    geo: '',
    referrer: '',
    cnt: String(events),
  };
}

export const activeUsersInput = t.object({
  from: moment(
    `Milliseconds since 1970; default, also for 0 and below: the ${defaultActiveDays} days up to today. Rounded down to the day ` +
      `(UTC). At most ${maxActiveDays} days ago`,
  ),
  to: moment('Milliseconds since 1970; default, also for 0 and below: now. The whole day is included'),
});

export const activeUsersOutput = t.object({
  users: t.integer({ description: 'The number of users; each is counted once' }),
  days: t.list(
    t.object(
      {
        created: t.text({
          description: 'The start of the day (UTC), in milliseconds since 1970, as a string of digits',
        }),
        users: t.integer(),
      },
      { $id: 'ActiveUsersOfDay' },
    ),
    { maxItems: maxActiveDays + 2, description: 'Days with active users, oldest first' },
  ),
});
