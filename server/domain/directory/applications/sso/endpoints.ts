import { endpoint } from '../../../../http/endpoint.ts';
import { emptyObject, t } from '../../../../http/schema.ts';
import { secretEndpoints } from '../secrets/endpoints.ts';
import { bodyLimitBytes } from '../wire.ts';
import { changeSsoApp, deleteSsoApp } from './change-app.ts';
import { createSsoApp } from './create-app.ts';
import { attributeEndpoints } from './endpoints-attributes.ts';
import { certificateEndpoints } from './endpoints-certificates.ts';
import { loadSsoApp, loadSsoApps } from './load-app.ts';
import { loadSamlKeys, samlCertificates } from './saml-keys.ts';
import { maxSsoApps } from './sso-app.ts';
import { ssoAppSchema, ssoAppsSchema, ssoAppToWire } from './wire.ts';
import {
  appId,
  createOidcInput,
  createSamlInput,
  createWsfedInput,
  oidcFromWire,
  samlFromWire,
  updateOidcInput,
  updateSamlInput,
  updateWsfedInput,
  withoutIneffective,
  wsfedFromWire,
} from './wire-input.ts';

const created = t.object({ id: t.text() });

const stored = 'Stores the application; users cannot sign in to it.';
const partial = 'the settings are stored; users cannot sign in to WS-Federation applications';

const overwritten =
  'Overwrites the application: absent fields become empty or false. `enabled` and `customAttributes` ' +
  'stay if they are absent';

export const ssoAppEndpoints = [
  endpoint({
    name: 'management.ssoApplication.createOidcApplication',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/oidc/create',
    summary: 'Create an OIDC application',
    description:
      'It gets a client secret unless it is a public client. Users sign in to it with OpenID Connect, if it is ' +
      'assigned to them or their tenant.',
    auth: 'management',
    input: createOidcInput,
    output: created,
    errors: ['E011004', 'E111801', 'E501001'],
    bodyLimitBytes,
    handle: async (ctx, { id, clientId, clientSecret, ...input }) => ({
      id: await createSsoApp(ctx, { id, clientId, clientSecret, ...oidcFromWire(withoutIneffective(input)) }),
    }),
  }),
  endpoint({
    name: 'management.ssoApplication.updateOidcApplication',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/oidc/update',
    summary: 'Update an OIDC application',
    description: `${overwritten}, and so do all settings except \`loginPageUrl\` and \`forceAuthentication\`.`,
    auth: 'management',
    input: updateOidcInput,
    output: emptyObject,
    errors: ['E011004', 'E111801', 'E111802', 'E501001'],
    client: { returnsNothing: true },
    bodyLimitBytes,
    async handle(ctx, { id, ...input }) {
      await changeSsoApp(ctx, id, oidcFromWire(withoutIneffective(input)));
      return {};
    },
  }),
  endpoint({
    name: 'management.ssoApplication.createSamlApplication',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/saml/create',
    summary: 'Create a SAML application',
    description: 'Users sign in to it with SAML 2.0, if it is assigned to them or their tenant.',
    auth: 'management',
    input: createSamlInput,
    output: created,
    errors: ['E011004', 'E111801', 'E501001'],
    bodyLimitBytes,
    handle: async (ctx, { id, ...input }) => ({
      id: await createSsoApp(ctx, {
        id,
        ...samlFromWire({
          persistentNameId: 'pairwise',
          unverifiedAddresses: 'omit',
          ...withoutIneffective(input),
        }),
      }),
    }),
  }),
  endpoint({
    name: 'management.ssoApplication.updateSamlApplication',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/saml/update',
    summary: 'Update a SAML application',
    description: `${overwritten}, and so do \`defaultSignatureAlgorithm\` and \`errorRedirectUrl\`.`,
    auth: 'management',
    input: updateSamlInput,
    output: emptyObject,
    errors: ['E011004', 'E111801', 'E111802', 'E501001'],
    client: { returnsNothing: true },
    bodyLimitBytes,
    async handle(ctx, { id, ...input }) {
      await changeSsoApp(ctx, id, samlFromWire(withoutIneffective(input)));
      return {};
    },
  }),
  endpoint({
    name: 'management.ssoApplication.createWsFedApplication',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/wsfed/create',
    summary: 'Create a WS-Federation application',
    description: stored,
    partial,
    auth: 'management',
    input: createWsfedInput,
    output: created,
    errors: ['E011004', 'E111801', 'E501001'],
    bodyLimitBytes,
    handle: async (ctx, { id, ...input }) => ({
      id: await createSsoApp(ctx, { id, ...wsfedFromWire(withoutIneffective(input)) }),
    }),
  }),
  endpoint({
    name: 'management.ssoApplication.updateWsFedApplication',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/wsfed/update',
    summary: 'Update a WS-Federation application',
    description: `${overwritten}, and so does \`replyAllowedCallbacks\`.`,
    partial,
    auth: 'management',
    input: updateWsfedInput,
    output: emptyObject,
    errors: ['E011004', 'E111801', 'E111802', 'E501001'],
    client: { returnsNothing: true },
    bodyLimitBytes,
    async handle(ctx, { id, ...input }) {
      await changeSsoApp(ctx, id, wsfedFromWire(withoutIneffective(input)));
      return {};
    },
  }),
  endpoint({
    name: 'management.ssoApplication.delete',
    method: 'POST',
    path: '/v1/mgmt/sso/idp/app/delete',
    summary: 'Delete an SSO application',
    description:
      'Also deletes its secrets, and removes it from its users. The default application of the project ' +
      'can only be disabled.',
    auth: 'management',
    input: t.object({ id: appId }),
    output: emptyObject,
    errors: ['E011004', 'E111802'],
    client: { parameters: ['id'], returnsNothing: true },
    async handle(ctx, { id }) {
      await deleteSsoApp(ctx, id);
      return {};
    },
  }),
  endpoint({
    name: 'management.ssoApplication.load',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/app/load',
    summary: 'Load an SSO application',
    auth: 'management',
    role: 'auditor',
    input: t.object({ id: appId }),
    output: ssoAppSchema,
    errors: ['E111802'],
    client: { parameters: ['id'] },
    async handle(ctx, { id }) {
      const app = await loadSsoApp(ctx, id);
      const [active] = app.type === 'saml' ? await loadSamlKeys(ctx, id) : [];
      return ssoAppToWire(ctx, app, active?.certificate);
    },
  }),
  endpoint({
    name: 'management.ssoApplication.loadAll',
    method: 'GET',
    path: '/v1/mgmt/sso/idp/apps/load',
    summary: 'List all SSO applications of the project',
    description: `Oldest first, at most ${maxSsoApps}. Every project has one from the start.`,
    auth: 'management',
    role: 'auditor',
    input: emptyObject,
    output: ssoAppsSchema,
    errors: [],
    client: { returns: 'apps' },
    async handle(ctx) {
      const apps = await loadSsoApps(ctx);
      const certificates = apps.some(({ type }) => type === 'saml') ? await samlCertificates(ctx) : undefined;
      return { apps: apps.map((app) => ssoAppToWire(ctx, app, certificates?.get(app.id))) };
    },
  }),
  ...secretEndpoints({
    kind: 'sso',
    methods: 'management.ssoApplication',
    path: '/v1/mgmt/sso/idp/app',
    an: 'an OIDC application',
    appId,
    idField: 'appId',
  }),
  ...certificateEndpoints,
  ...attributeEndpoints,
];
