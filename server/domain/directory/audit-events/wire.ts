import { devices } from '../../../core/device.ts';
import { type Static, t } from '../../../http/schema.ts';
import { maxEvents, maxPageSize } from '../../project/audit/search-events.ts';
import type { AuditSearch, NamedEvent } from './search-audit.ts';

/** A required text: an empty one is refused as missing. */
const filled = { emptyIsAbsent: true, maxLength: 255 };

const texts = (description?: string) =>
  t.optional(t.list(t.text({ maxLength: 1_024 }), { maxItems: 100, ...(description && { description }) }));

const severity = t.choice(['info', 'warn', 'error']);

const moment = (description: string) => t.optional(t.longInteger({ description }));

export const auditSearchInput = t.object({
  userIds: texts(),
  externalIds: texts('Login IDs. Those of deleted users are not kept, so they match nothing'),
  excludedExternalIds: texts('Excludes events of the users with these login IDs'),
  loginIdsContain: texts('Parts of login IDs; one of them must match'),
  loginIdsNotContain: texts('Excludes events of users who have a login ID with one of these parts'),
  unknownLoginIds: texts(
    'Login IDs that no user had. Finds the failed sign-ins with one of them; the log stores only an HMAC of each',
  ),
  actorIds: texts(),
  actorTypes: texts(
    'user, administrator, managementKey, accessKey, setupLink, commandLine, system, anonymous, external',
  ),
  types: t.optional(t.list(severity, { maxItems: 3 })),
  actions: texts(),
  excludedActions: texts(),
  devices: texts([...devices].join(', ')),
  methods: texts(),
  geos: texts('Countries are not recorded, so this matches nothing'),
  remoteAddresses: texts(),
  tenants: texts('Tenant IDs'),
  noTenants: t.optional(t.flag({ description: 'With `tenants`: include events without a tenant' })),
  text: t.reference({
    description:
      'Up to eight words, each a part of a field, or of the user’s login IDs or name, or of the actor’s name; ignores the case of ' +
      'ASCII letters',
  }),
  from: moment('Milliseconds since 1970; default, also for 0 and below: 30 days ago'),
  to: moment('Milliseconds since 1970; default, also for 0 and below: now'),
  oldestFirst: t.optional(t.flag({ description: 'Default: newest first' })),
  limit: t.optional(
    t.longInteger({
      minimum: 0,
      aliases: ['size'],
      description: `Default, also for 0: ${maxPageSize}, the maximum`,
    }),
  ),
  page: t.optional(t.longInteger({ minimum: 0, description: 'Starts at 0' })),
  searchFields: t.optional(
    t.list(t.any(), { description: 'Not supported. The request fails unless it is empty' }),
  ),
});

export const auditSearchOutput = t.object({
  audits: t.list(
    t.object(
      {
        ID: t.text(),
        projectId: t.text(),
        action: t.text(),
        type: severity,
        occurred: t.text({ description: 'Milliseconds since 1970, as a string of digits' }),
        actorId: t.text(),
        actorType: t.text({ description: '`external`: recorded by your own program' }),
        actingAs: t.text({ description: 'The user that the actor impersonated, or empty' }),
        userId: t.text({ description: 'The user that the event is about, or empty' }),
        externalIds: t.list(t.text(), { description: 'The current login IDs of that user' }),
        tenants: t.list(t.text()),
        method: t.text(),
        device: t.text(),
        geo: t.text(),
        remoteAddress: t.text(),
        data: t.map(t.any(), { maxProperties: 10_000 }),
        names: t.map(t.text(), {
          description:
            'The current names of the users, tenants, keys and applications in the event, by ID. Deleted ones have none',
        }),
      },
      { $id: 'AuditEvent' },
    ),
  ),
  total: t.integer({ description: `The number of matching events on all pages, at most ${maxEvents}` }),
});

export const customEventInput = t.object({
  action: t.text({ ...filled, description: 'A name of your choice, for example `pencil.created`' }),
  type: severity,
  actorId: t.text(filled),
  tenantId: t.reference(),
  userId: t.reference(),
  data: t.optional(t.map(t.any(), { description: 'At most 8 KiB' })),
});

export function searchFromWire(input: Static<typeof auditSearchInput>): AuditSearch {
  const { types, externalIds, excludedExternalIds, tenants, searchFields: _, ...search } = input;
  return {
    ...search,
    severities: types,
    loginIds: externalIds,
    excludedLoginIds: excludedExternalIds,
    tenantIds: tenants,
  };
}

export function eventToWire(
  projectId: string,
  event: NamedEvent,
): Static<typeof auditSearchOutput>['audits'][number] {
  return {
    ID: event.id,
    projectId,
    action: event.action,
    type: event.severity,
    occurred: String(event.occurredAt),
    actorId: event.actorId,
    actorType: event.actorType,
    actingAs: event.actingAs,
    userId: event.userId,
    externalIds: event.loginIds,
    tenants: event.tenantId ? [event.tenantId] : [],
    method: event.method,
    device: event.device,
    geo: '',
    remoteAddress: event.remoteAddress,
    data: event.data,
    names: event.names,
  };
}
