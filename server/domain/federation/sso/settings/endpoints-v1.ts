import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { loadConnection } from '../load-connection.ts';
import { changeDetails, configureSaml } from './configure-connection.ts';
import {
  attributeMapping,
  configuredByMetadata,
  defaultRoles,
  domains,
  filled,
  redirectUrl,
  roleMappings,
  roleMappingsFromWire,
  tenantId,
} from './input.ts';
import { settingsV1Schema, settingsV1ToWire } from './wire-v1.ts';

const keeps = 'Applies to the default connection. Absent fields, and all other settings, stay unchanged.';
const configureErrors = ['E011004', 'E111202', 'E111203', 'E111301', 'E111302'] as const;

/** The first version of the calls, which all public SDKs still have. */
export const ssoSettingsEndpointsV1 = [
  endpoint({
    name: 'management.sso.getSettings',
    method: 'GET',
    path: '/v1/mgmt/sso/settings',
    summary: 'Load a tenant’s SAML settings (older version)',
    description: 'Returns the default connection. Prefer loadSettings, which returns all settings.',
    auth: 'management',
    role: 'auditor',
    input: t.object({ tenantId }),
    output: settingsV1Schema,
    errors: ['E111202', 'E111302'],
    client: { parameters: ['tenantId'] },
    async handle(ctx, input) {
      return settingsV1ToWire(ctx, await loadConnection(ctx, input.tenantId));
    },
  }),
  endpoint({
    name: 'management.sso.configureSettings',
    method: 'POST',
    path: '/v1/mgmt/sso/settings',
    summary: 'Set up SAML manually (older version)',
    description: `${keeps} Prefer configureSAMLSettings.`,
    auth: 'management',
    input: t.object({
      tenantId,
      idpURL: t.text(filled),
      entityId: t.text({ ...filled, description: 'The identity provider’s entity ID' }),
      idpCert: t.text({ ...filled, maxLength: 65_536, description: 'One or more certificates in PEM' }),
      redirectURL: redirectUrl,
      domains,
      domain: t.reference({ description: 'Used instead of `domains`' }),
    }),
    output: emptyObject,
    errors: configureErrors,
    client: {
      parameters: ['tenantId', 'idpURL', 'idpCert', 'entityId', 'redirectURL', 'domains'],
      returnsNothing: true,
    },
    bodyLimitBytes: 256 * 1024,
    async handle(ctx, input) {
      const source = { url: input.idpURL, entityId: input.entityId, certificates: [input.idpCert] };
      await configureSaml(ctx, input.tenantId, undefined, source, {
        redirectUrl: input.redirectURL,
        domains: input.domains ?? (input.domain ? [input.domain] : undefined),
      });
      return {};
    },
  }),
  endpoint({
    name: 'management.sso.configureMetadata',
    method: 'POST',
    path: '/v1/mgmt/sso/metadata',
    summary: 'Set up SAML from the identity provider’s metadata (older version)',
    description: `${keeps} Prefer configureSAMLByMetadata.`,
    auth: 'management',
    input: t.object({
      tenantId,
      idpMetadataURL: t.text(filled),
      redirectURL: redirectUrl,
      domains,
    }),
    output: configuredByMetadata,
    errors: configureErrors,
    client: { parameters: ['tenantId', 'idpMetadataURL', 'redirectURL', 'domains'] },
    async handle(ctx, { tenantId, idpMetadataURL, redirectURL, domains }) {
      const details = { redirectUrl: redirectURL, domains };
      return configureSaml(ctx, tenantId, undefined, { metadataUrl: idpMetadataURL }, details);
    },
  }),
  endpoint({
    name: 'management.sso.configureMapping',
    method: 'POST',
    path: '/v1/mgmt/sso/mapping',
    summary: 'Set the mapping of groups to roles and of attributes to user details',
    description: keeps,
    auth: 'management',
    input: t.object({ tenantId, roleMappings, attributeMapping, defaultSSORoles: defaultRoles }),
    output: emptyObject,
    errors: ['E011004', 'E111202', 'E111302'],
    client: {
      parameters: ['tenantId', 'roleMappings', 'attributeMapping', 'defaultSSORoles'],
      returnsNothing: true,
    },
    bodyLimitBytes: 1024 * 1024,
    async handle(ctx, input) {
      await changeDetails(ctx, input.tenantId, undefined, {
        roleMappings: roleMappingsFromWire(input.roleMappings),
        attributeMapping: input.attributeMapping,
        defaultRoleNames: input.defaultSSORoles,
      });
      return {};
    },
  }),
];
