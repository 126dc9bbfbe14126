import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { giveConsent, loadConsents, withdrawConsents } from '../impersonation-rights/give-consent.ts';
import { createConsentLink } from './consent-link.ts';
import { requireTenantInReach } from './tenant-of-consent.ts';
import { allConsents, consentToWire, giveInput, linkInput, oneConsent } from './wire.ts';

/** A user's own decisions about being impersonated. No management key can give consent. */
export const consentEndpoints = [
  endpoint({
    name: 'consent.give',
    method: 'POST',
    path: '/v1/auth/me/consent/impersonation',
    summary: 'Consent to being impersonated for a limited time',
    description:
      'The consent applies to every user who may impersonate, to one of them, or to the members of a ' +
      'tenant. A new consent for the same scope replaces the previous one, even if it is shorter. A consent ' +
      'does not give anyone the right to impersonate.',
    auth: 'refresh',
    input: giveInput,
    output: oneConsent,
    errors: ['E011004', 'E064007', 'E112102'],
    client: { parameters: ['expiresInSeconds', 'impersonatorId', 'tenantId'], returns: 'consent' },
    handle: async (ctx, { expiresInSeconds: lifetimeSeconds, impersonatorId = '', tenantId = '' }) => {
      const input = { lifetimeSeconds, impersonatorId, tenantId };
      await requireTenantInReach(ctx, ctx.session, input);
      return { consent: consentToWire(await giveConsent(ctx, ctx.session.userId, input)) };
    },
  }),
  endpoint({
    name: 'consent.list',
    method: 'GET',
    path: '/v1/auth/me/consent/impersonation',
    summary: 'List the consents of the signed-in user',
    auth: 'refresh',
    input: emptyObject,
    output: allConsents,
    errors: [],
    client: { parameters: [], returns: 'consents' },
    handle: async (ctx) => ({
      consents: (await loadConsents(ctx, ctx.session.userId)).map(consentToWire),
    }),
  }),
  endpoint({
    name: 'consent.withdraw',
    method: 'POST',
    path: '/v1/auth/me/consent/impersonation/withdraw',
    summary: 'Withdraw consent',
    description:
      'An impersonation that relies on the consent ends at its next refresh; its session JWT expires ' +
      'within 10 minutes.',
    auth: 'refresh',
    input: t.object({
      id: t.reference({ description: 'Default: all consents of the user' }),
    }),
    output: emptyObject,
    errors: ['E063302'],
    client: { parameters: ['id'], returnsNothing: true },
    handle: async (ctx, { id }) => {
      await withdrawConsents(ctx, ctx.session.userId, id);
      return {};
    },
  }),
  endpoint({
    name: 'consent.createLink',
    method: 'POST',
    path: '/v1/auth/me/consent/impersonation/link',
    summary: 'Create a link to a page where the signed-in user gives or withdraws consent',
    description:
      'The link works once, within 10 minutes. The page then redirects to `redirectUrl` with ' +
      '`consent=given`, `declined` or `withdrawn` in the query: a hint for the user interface, not proof.',
    auth: 'refresh',
    input: linkInput,
    output: t.object({ url: t.text(), expireTime: t.integer({ description: 'Seconds since 1970' }) }),
    errors: ['E011004', 'E064007', 'E112102'],
    client: { parameters: ['redirectUrl', 'impersonatorId', 'tenantId'] },
    handle: async (ctx, { redirectUrl, impersonatorId = '', tenantId = '' }) => {
      const { url, expiresAt } = await createConsentLink(ctx, { redirectUrl, impersonatorId, tenantId });
      return { url, expireTime: Math.floor(expiresAt / 1000) };
    },
  }),
];
