import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { type Consent, scopeNames } from './consent.ts';
import { searchConsents } from './store.ts';
import { withdrawApplicationConsents } from './withdraw-consents.ts';

const consentSchema = t.object(
  {
    id: t.text(),
    appId: t.text(),
    userId: t.text({ description: 'Empty: every member of the tenant' }),
    tenantId: t.text({ description: 'Empty: no tenant' }),
    scopes: t.list(t.text(), {
      description: 'The scopes that are allowed for at least one of the resources',
    }),
    resources: t.list(
      t.object({
        resource: t.text({
          description:
            'The address of an MCP server, or the audience that the application requested; empty: its default audience',
        }),
        scopes: t.list(t.text()),
      }),
      {
        description:
          'The resource servers that the consent covers. Empty for consents from before Latchkey stored them; ' +
          'these count until the application’s settings change',
      },
    ),
    grantedBy: t.text({ description: 'The ID of the user who gave it' }),
    createdTime: t.integer({ description: 'Seconds since 1970' }),
    modifiedTime: t.integer({ description: 'Seconds since 1970' }),
    expireTime: t.integer({ description: 'Always 0: a consent counts until it is withdrawn' }),
  },
  { $id: 'ApplicationConsent' },
);

const toWire = ({ createdAt, modifiedAt, allowed = [], ...consent }: Consent) => ({
  ...consent,
  resources: allowed.map((one) => ({ resource: one.resource, scopes: scopeNames([one]) })),
  createdTime: Math.floor(createdAt / 1000),
  modifiedTime: Math.floor(modifiedAt / 1000),
  expireTime: 0,
});

const ids = (description?: string) =>
  t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 1_000, description }));

export const applicationConsentEndpoints = [
  endpoint({
    name: 'management.inboundApplication.searchConsents',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/consents/search',
    summary: 'Search what users have allowed third-party applications',
    description: 'Newest first.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      appId: t.reference(),
      userId: t.reference(),
      consentId: t.reference(),
      tenantId: t.reference(),
      page: t.optional(t.longInteger({ minimum: 0 })),
      limit: t.optional(t.integer({ minimum: 0, maximum: 1_000, description: '0, the default: 100' })),
    }),
    output: t.object({ consents: t.list(consentSchema), total: t.integer() }),
    errors: [],
    client: { returns: 'consents' },
    async handle(ctx, { appId, userId, consentId, tenantId, page = 0, limit: asked = 0 }) {
      const limit = asked || 100;
      const { consents, total } = await searchConsents(
        ctx.db,
        ctx.project.id,
        { appId, tenantId, ...(userId && { userIds: [userId] }), ...(consentId && { ids: [consentId] }) },
        { limit, offset: Math.min(limit * page, Number.MAX_SAFE_INTEGER) },
      );
      return { consents: consents.map(toWire), total };
    },
  }),
  endpoint({
    name: 'management.inboundApplication.deleteConsents',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/consents/delete',
    summary: 'Withdraw consents of users',
    description:
      'Also ends the applications’ sessions that rely on them. All given criteria must match. Consents for all ' +
      'members of a tenant stay.',
    auth: 'management',
    input: t.object({
      consentIds: ids(),
      appId: t.reference(),
      userIds: ids(),
      tenantId: t.reference(),
    }),
    output: emptyObject,
    errors: ['E011002', 'E011004'],
    client: { returnsNothing: true },
    async handle(ctx, { consentIds, ...filter }) {
      await withdrawApplicationConsents(ctx, { ...filter, ids: consentIds, for: 'users' });
      return {};
    },
  }),
  endpoint({
    name: 'management.inboundApplication.deleteTenantConsents',
    method: 'POST',
    path: '/v1/mgmt/thirdparty/consents/delete/tenant',
    summary: 'Withdraw consents that count for all members of a tenant',
    auth: 'management',
    input: t.object({ consentIds: ids(), appId: t.reference(), tenantId: t.reference() }),
    output: emptyObject,
    errors: ['E011002', 'E011004'],
    client: { returnsNothing: true },
    async handle(ctx, { consentIds, ...filter }) {
      await withdrawApplicationConsents(ctx, { ...filter, ids: consentIds, for: 'tenants' });
      return {};
    },
  }),
];
