import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { loadConnection, loadConnections } from '../load-connection.ts';
import { changeDetails, configureSaml } from './configure-connection.ts';
import { configureOidc } from './configure-oidc.ts';
import { connectionIdRule, createConnection } from './create-connection.ts';
import { deleteConnection } from './delete-connection.ts';
import { ssoCertificateEndpoints } from './endpoints-certificates.ts';
import { ssoFailureEndpoints } from './endpoints-failures.ts';
import { ssoIdentityEndpoints } from './endpoints-identities.ts';
import { ssoProtocolEndpoints } from './endpoints-protocol.ts';
import { ssoReadingEndpoints } from './endpoints-reading.ts';
import { ssoTestEndpoints } from './endpoints-tests.ts';
import { ssoSettingsEndpointsV1 } from './endpoints-v1.ts';
import {
  configuredByMetadata,
  detailsFromWire,
  domains,
  filled,
  redirectUrl,
  samlDetails,
  ssoId,
  tenantId,
} from './input.ts';
import { configureOidcInput, oidcFromWire } from './oidc.ts';
import { settingsToWire, ssoSettingsSchema } from './wire.ts';

const overwritten =
  'Overwrites all settings: absent fields become empty. Nothing is saved unless everything is valid.';
const certificateText = { ...filled, maxLength: 65_536 };
const configureErrors = ['E011004', 'E111202', 'E111203', 'E111301', 'E111302', 'E501001'] as const;
const configureParameters = ['tenantId', 'settings', 'redirectUrl', 'domains', 'ssoId'];
/** Room for metadata of 512 KiB, or certificates, with mappings. */
const bodyLimitBytes = 1024 * 1024;

export const ssoSettingsEndpoints = [
  endpoint({
    name: 'management.sso.loadSettings',
    method: 'GET',
    path: '/v2/mgmt/sso/settings',
    summary: 'Load a tenant’s SSO settings',
    description: 'The settings are empty if SSO is not set up.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId, ssoId }),
    output: ssoSettingsSchema,
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'] },
    async handle(ctx, input) {
      return settingsToWire(ctx, await loadConnection(ctx, input.tenantId, input.ssoId));
    },
  }),
  endpoint({
    name: 'management.sso.loadAllSettings',
    method: 'GET',
    path: '/v2/mgmt/sso/settings/all',
    summary: 'Load the settings of all of a tenant’s SSO connections',
    description: 'The default connection comes first, even if it is empty.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId }),
    output: t.object({ SSOSettings: t.list(ssoSettingsSchema) }),
    errors: ['E111202'],
    client: { parameters: ['tenantId'], returns: 'SSOSettings' },
    async handle(ctx, input) {
      const loaded = await loadConnections(ctx, input.tenantId);
      return { SSOSettings: loaded.map((one) => settingsToWire(ctx, one)) };
    },
  }),
  endpoint({
    name: 'management.sso.newSettings',
    method: 'POST',
    path: '/v1/mgmt/sso/settings/new',
    summary: 'Add an SSO connection to a tenant',
    description: 'Adds a connection for another identity provider. It is empty until you set it up.',
    auth: 'management',
    input: t.object({
      tenantId,
      ssoId: t.reference({ description: `${connectionIdRule}. Absent: generated` }),
      displayName: t.text({ ...filled, maxLength: 255 }),
    }),
    output: ssoSettingsSchema,
    errors: ['E011004', 'E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId', 'displayName'] },
    async handle(ctx, { tenantId, ssoId, displayName }) {
      const id = await createConnection(ctx, tenantId, { id: ssoId, name: displayName });
      return settingsToWire(ctx, await loadConnection(ctx, tenantId, id));
    },
  }),
  endpoint({
    name: 'management.sso.deleteSettings',
    method: 'DELETE',
    path: '/v1/mgmt/sso/settings',
    summary: 'Delete an SSO connection',
    description:
      'Also deletes its domains and the links between users and the identity provider. Users and their roles ' +
      'stay. The default connection becomes empty, and the tenant then has no SSO.',
    auth: 'management',
    input: t.object({ tenantId, ssoId }),
    output: emptyObject,
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId', 'ssoId'], returnsNothing: true },
    async handle(ctx, input) {
      await deleteConnection(ctx, input.tenantId, input.ssoId);
      return {};
    },
  }),
  ...ssoProtocolEndpoints,
  endpoint({
    name: 'management.sso.configureSAMLSettings',
    method: 'POST',
    path: '/v1/mgmt/sso/saml',
    summary: 'Set up SAML manually',
    description: overwritten,
    auth: 'management',
    input: t.object({
      tenantId,
      ssoId,
      redirectUrl,
      domains,
      settings: t.object({
        idpUrl: t.text({ ...filled, description: 'The address that requests are sent to' }),
        entityId: t.text({ ...filled, description: 'The identity provider’s entity ID' }),
        idpCert: t.text({ ...certificateText, description: 'One or more certificates in PEM' }),
        idpAdditionalCerts: t.optional(t.list(t.text(certificateText), { maxItems: 20 })),
        ...samlDetails,
      }),
    }),
    output: emptyObject,
    errors: configureErrors,
    client: { parameters: configureParameters, returnsNothing: true },
    bodyLimitBytes,
    async handle(ctx, { tenantId, ssoId, settings, ...envelope }) {
      const {
        idpUrl: url,
        entityId,
        idpCert,
        idpAdditionalCerts = [],
        signRequests,
        requestBinding,
      } = settings;
      const certificates = [idpCert, ...idpAdditionalCerts];
      const source = { url, entityId, certificates, signRequests, requestBinding };
      await configureSaml(ctx, tenantId, ssoId, source, detailsFromWire(settings, envelope));
      return {};
    },
  }),
  endpoint({
    name: 'management.sso.configureSAMLByMetadata',
    method: 'POST',
    path: '/v1/mgmt/sso/saml/metadata',
    summary: 'Set up SAML from the identity provider’s metadata',
    description: `The metadata is fetched from \`idpMetadataUrl\`, which must be a public https URL that does not redirect, or given as \`idpMetadataXml\`. ${overwritten}`,
    auth: 'management',
    input: t.object({
      tenantId,
      ssoId,
      redirectUrl,
      domains,
      settings: t.object({
        idpMetadataUrl: t.reference({ maxLength: 2_048 }),
        idpMetadataXml: t.reference({
          maxLength: 524_288,
          description: 'The document itself, instead of its URL',
        }),
        entityId: t.reference({
          maxLength: 1_024,
          description:
            'The identity provider to choose, if the document has several. Absent: the connection’s own, if it is one of them; otherwise ' +
            'the error lists them in `entityIds`',
        }),
        ...samlDetails,
      }),
    }),
    output: configuredByMetadata,
    errors: configureErrors,
    client: { parameters: configureParameters },
    bodyLimitBytes,
    async handle(ctx, { tenantId, ssoId, settings, ...envelope }) {
      const { idpMetadataUrl, idpMetadataXml, entityId, signRequests, requestBinding } = settings;
      const source = {
        metadataUrl: idpMetadataUrl,
        metadataXml: idpMetadataXml,
        entityId,
        signRequests,
        requestBinding,
      };
      return configureSaml(ctx, tenantId, ssoId, source, detailsFromWire(settings, envelope));
    },
  }),
  endpoint({
    name: 'management.sso.configureOIDCSettings',
    method: 'POST',
    path: '/v1/mgmt/sso/oidc',
    summary: 'Set up OIDC',
    description:
      'The provider is discovered from `issuer`, or entered manually. Overwrites all settings of the provider; absent ' +
      'domains, mappings and roles stay. Nothing is saved unless everything is valid.',
    auth: 'management',
    input: configureOidcInput,
    output: emptyObject,
    errors: configureErrors,
    client: { parameters: ['tenantId', 'settings', 'domains', 'ssoId'], returnsNothing: true },
    bodyLimitBytes,
    async handle(ctx, { tenantId, ssoId, settings, ...envelope }) {
      const { source, client, details } = oidcFromWire(settings, envelope);
      await configureOidc(ctx, tenantId, ssoId, source, client, details);
      return {};
    },
  }),
  endpoint({
    name: 'management.sso.configureSSORedirectURL',
    method: 'POST',
    path: '/v1/mgmt/sso/redirect',
    summary: 'Set the redirect URLs of SSO sign-ins',
    description: 'Overwrites the given fields; an empty text clears them. Everything else stays unchanged.',
    auth: 'management',
    input: t.object({
      tenantId,
      samlRedirectUrl: redirectUrl,
      oauthRedirectUrl: t.optional(t.text({ description: 'The redirect URL of OIDC connections' })),
      ssoId,
    }),
    output: emptyObject,
    errors: ['E011004', 'E111202', 'E111302'],
    client: {
      parameters: ['tenantId', 'samlRedirectUrl', 'oauthRedirectUrl', 'ssoId'],
      returnsNothing: true,
    },
    async handle(ctx, { tenantId, samlRedirectUrl, oauthRedirectUrl, ssoId }) {
      await changeDetails(ctx, tenantId, ssoId, {
        redirectUrl: samlRedirectUrl,
        oidcRedirectUrl: oauthRedirectUrl,
      });
      return {};
    },
  }),
  ...ssoCertificateEndpoints,
  ...ssoFailureEndpoints,
  ...ssoIdentityEndpoints,
  ...ssoReadingEndpoints,
  ...ssoTestEndpoints,
  ...ssoSettingsEndpointsV1,
];
