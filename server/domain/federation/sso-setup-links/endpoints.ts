import { profileFields } from '../../../core/profile-fields.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';
import {
  createSetupLink,
  loadSetupLinks,
  longestLifetimeSeconds,
  offerSignedInSetup,
  revokeSetupLinks,
} from './setup-link.ts';

const tenantId = t.text({ emptyIsAbsent: true, maxLength: 255, description: 'Tenant ID' });
const ssoId = t.reference({
  description: 'The connection, if the tenant has several. Default: the default connection',
});
const mapRoles = t.flag({
  description:
    'The holder of the link may map groups to roles that are not private and administer nothing. Default: false',
});

const toSeconds = (moment: number) => Math.floor(moment / 1000);

export const ssoSetupEndpoints = [
  endpoint({
    name: 'management.tenant.generateSSOConfigurationLink',
    method: 'POST',
    path: '/v2/mgmt/tenant/adminlinks/sso/generate',
    otherPaths: ['/v1/mgmt/tenant/adminlinks/sso/generate'],
    summary: 'Create a link for a tenant’s administrator to set up SSO',
    description:
      'It opens a setup page for this connection only. Keep it secret, because anyone who has the link can use it.',
    auth: 'management',
    input: t.object({
      tenantId,
      expireTime: t.optional(
        t.integer({
          minimum: 0,
          description: `Lifetime in seconds, at most ${longestLifetimeSeconds}; 0 or absent: 7 days`,
        }),
      ),
      ssoId,
      email: t.reference({
        maxLength: profileFields.email.maxLength,
        description: 'The address to send the link to. Absent: the link is not sent',
      }),
      templateId: t.reference({ description: 'The template to use instead of the default text' }),
      actorId: t.reference({ description: 'The person who requested it, for the audit log' }),
      mapRoles: t.optional(mapRoles),
    }),
    output: t.object({ adminSSOConfigurationLink: t.text() }),
    errors: ['E011004', 'E111202', 'E111302', 'E113001', 'E113003'],
    client: { parameters: ['tenantId', 'expireTime', 'ssoId', 'email', 'templateId', 'actorId', 'mapRoles'] },
    async handle(ctx, input) {
      const { expireTime: lifetimeSeconds, ssoId: connectionId, mapRoles: mapsRoles, ...rest } = input;
      const link = await createSetupLink(ctx, { ...rest, connectionId, lifetimeSeconds, mapsRoles });
      return { adminSSOConfigurationLink: link };
    },
  }),
  endpoint({
    name: 'management.tenant.sendSSOConfigurationLink',
    method: 'POST',
    path: '/v1/mgmt/tenant/adminlinks/sso/send',
    summary: 'Send a tenant’s administrator a link to set up SSO',
    description:
      'Creates a setup link that is valid for 7 days and sends it by email. The response does not contain it.',
    auth: 'management',
    input: t.object({
      tenantId,
      email: t.text({
        emptyIsAbsent: true,
        maxLength: profileFields.email.maxLength,
        description: 'The address to send the link to',
      }),
      ssoId,
      mapRoles: t.optional(mapRoles),
    }),
    output: emptyObject,
    errors: ['E011004', 'E111202', 'E111302', 'E113001', 'E113003'],
    client: { parameters: ['tenantId', 'email', 'ssoId', 'mapRoles'], returnsNothing: true },
    async handle(ctx, { tenantId, email, ssoId: connectionId, mapRoles: mapsRoles }) {
      await createSetupLink(ctx, { tenantId, email, connectionId, mapsRoles });
      return {};
    },
  }),
  endpoint({
    name: 'management.tenant.getAuthenticatedSSOLink',
    method: 'POST',
    path: '/v1/mgmt/tenant/adminlinks/sso/authenticated',
    summary: 'Get the address at which a signed-in administrator of a tenant sets up SSO',
    description:
      'The address contains no secret. It opens the setup page only for users who are signed in on it and have the permission ' +
      '`SSO Admin` in the tenant.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId, ssoId }),
    output: t.object({ adminSSOConfigurationLink: t.text() }),
    errors: ['E011004', 'E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'] },
    async handle(ctx, { tenantId, ssoId: connectionId }) {
      return { adminSSOConfigurationLink: await offerSignedInSetup(ctx, { tenantId, connectionId }) };
    },
  }),
  endpoint({
    name: 'management.tenant.getAuthenticatedSSOLinks',
    method: 'POST',
    path: '/v1/mgmt/tenant/adminlinks/sso/authenticated/batch',
    summary: 'Get these addresses for several SSO connections of a tenant',
    description:
      'To a tenant administrator who lacks `SSO Admin`, or whose tenant may not set up SSO itself, the addresses are empty.',
    auth: 'management',
    role: 'auditor',
    input: t.object({
      tenantId,
      ssoIds: t.optional(
        t.list(t.text({ maxLength: 255 }), { description: 'Connections besides the default one' }),
      ),
    }),
    output: t.object({ defaultLink: t.text(), ssoIdToLink: t.map(t.text()) }),
    errors: ['E011004', 'E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoIds'] },
    async handle(ctx, { tenantId, ssoIds = [] }) {
      const defaultLink = await offerSignedInSetup(ctx, { tenantId, isBatch: true });
      const ssoIdToLink: Record<string, string> = {};
      for (const connectionId of ssoIds)
        ssoIdToLink[connectionId] = await offerSignedInSetup(ctx, { tenantId, connectionId, isBatch: true });
      return { defaultLink, ssoIdToLink };
    },
  }),
  endpoint({
    name: 'management.tenant.revokeSSOConfigurationLink',
    method: 'POST',
    path: '/v1/mgmt/tenant/adminlinks/sso/revoke',
    summary: 'Revoke the setup links of an SSO connection',
    auth: 'management',
    input: t.object({
      tenantId,
      ssoId,
      linkId: t.reference({ description: 'The only link to revoke. Default: all links of the connection' }),
    }),
    output: emptyObject,
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId', 'linkId'], returnsNothing: true },
    async handle(ctx, { tenantId, ssoId: connectionId, linkId }) {
      await revokeSetupLinks(ctx, { tenantId, connectionId, linkId });
      return {};
    },
  }),
  endpoint({
    name: 'management.tenant.loadSSOConfigurationLinks',
    method: 'GET',
    path: '/v1/mgmt/tenant/adminlinks/sso/all',
    summary: 'List the setup links of an SSO connection',
    description:
      'Lists the newest 100 links, newest first, without those that were revoked. A link that was sent or opened stays for 30 days after it has expired. ' +
      'Times are in seconds since 1970, and 0 means never.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId, ssoId }),
    output: t.object({
      links: t.list(
        t.object(
          {
            id: t.text({ description: 'Names the link in the audit log. It does not open the page' }),
            ssoId: t.text(),
            sentTo: t.text({ description: 'The address that the link was sent to. Empty: it was not sent' }),
            mapRoles: t.flag(),
            createdTime: t.integer(),
            expireTime: t.integer(),
            openedTime: t.integer({ description: 'When the page was first shown' }),
            changedTime: t.integer({ description: 'When the holder last changed something' }),
            doneTime: t.integer({ description: 'When the holder last said that the setup is complete' }),
          },
          { $id: 'SSOSetupLink' },
        ),
      ),
    }),
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'], returns: 'links' },
    async handle(ctx, { tenantId, ssoId: connectionId }) {
      const links = await loadSetupLinks(ctx, { tenantId, connectionId });
      return {
        links: links.map((link) => ({
          id: link.id,
          ssoId: link.connectionId,
          sentTo: link.sentTo,
          mapRoles: link.mapsRoles === 1,
          createdTime: toSeconds(link.createdAt),
          expireTime: toSeconds(link.expiresAt),
          openedTime: toSeconds(link.openedAt),
          changedTime: toSeconds(link.changedAt),
          doneTime: toSeconds(link.doneAt),
        })),
      };
    },
  }),
];
