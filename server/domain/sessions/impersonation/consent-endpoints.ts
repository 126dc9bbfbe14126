import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import { createConsentLink } from './consent-link.ts';
import { giveConsent, loadConsents, withdrawConsents } from './give-consent.ts';
import { allConsents, consentToWire, giveInput, linkInput, oneConsent } from './wire.ts';

/** What a user says to being impersonated. No management key gives a consent. */
export const consentEndpoints = [
  endpoint({
    name: 'consent.give',
    method: 'POST',
    path: '/v1/auth/me/consent/impersonation',
    summary: 'Let others act in the name of the signed-in user for some time',
    description:
      'For whoever may impersonate, for one of them, or for the members of a tenant. A further consent for the same ' +
      'ones takes the place of the earlier, longer or shorter. Nobody gets the right to impersonate by it.',
    auth: 'refresh',
    input: giveInput,
    output: oneConsent,
    errors: ['E011004', 'E112102'],
    client: { parameters: ['expiresInSeconds', 'impersonatorId', 'tenantId'], returns: 'consent' },
    handle: async (ctx, { expiresInSeconds: lifetimeSeconds, impersonatorId = '', tenantId = '' }) => {
      const input = { lifetimeSeconds, impersonatorId, tenantId };
      return { consent: consentToWire(await giveConsent(ctx, ctx.session.userId, input)) };
    },
  }),
  endpoint({
    name: 'consent.list',
    method: 'GET',
    path: '/v1/auth/me/consent/impersonation',
    summary: 'What the signed-in user has consented to',
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
      'An impersonation that rests on it ends at its next refresh, and its session JWT within 10 minutes.',
    auth: 'refresh',
    input: t.object({
      id: t.reference({ description: 'Absent: everything that the user has consented to' }),
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
    summary: 'The address of a page on which the signed-in user gives or withdraws consent',
    description:
      'For 10 minutes and one answer. Afterwards the browser is at `redirectUrl`, with `consent=given`, `declined` or ' +
      '`withdrawn` in the query: a hint for the user interface and no proof.',
    auth: 'refresh',
    input: linkInput,
    output: t.object({ url: t.text(), expireTime: t.integer({ description: 'Seconds since 1970' }) }),
    errors: ['E011004', 'E112102'],
    client: { parameters: ['redirectUrl', 'impersonatorId', 'tenantId'] },
    handle: async (ctx, { redirectUrl, impersonatorId = '', tenantId = '' }) => {
      const { url, expiresAt } = await createConsentLink(ctx, { redirectUrl, impersonatorId, tenantId });
      return { url, expireTime: Math.floor(expiresAt / 1000) };
    },
  }),
];
