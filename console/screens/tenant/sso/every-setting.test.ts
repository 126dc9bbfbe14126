import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Client, SsoSettings } from '../../../../client/client.ts';
import type { Draft } from './draft.ts';

/** Compares the settings of a connection that the API accepts with those that the console reads, keeps and shows. */

// The console reads the server's address from its page.
Object.assign(globalThis, { document: { querySelector: () => ({ content: 'https://auth.example' }) } });
const { configure, draftOf } = await import('./draft.ts');

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
  description?: string;
  enum?: unknown[];
  type?: string;
  $ref?: string;
}

const openApi = JSON.parse(readFileSync(new URL('../../../../openapi.json', import.meta.url), 'utf8'));

function settingsOf(path: string): Record<string, Schema> {
  const { schema } = openApi.paths[path].post.requestBody.content['application/json'];
  return resolved(resolved(schema).properties?.['settings'] ?? {}).properties ?? {};
}

function resolved(schema: Schema): Schema {
  return schema.$ref ? openApi.components.schemas[schema.$ref.split('/').at(-1) ?? ''] : schema;
}

/** Settings of the API that have no field in the console, with the reason. */
const withoutField: Record<string, string> = {
  providerID: 'for screens of applications; the console shows nothing by it, and keeps it',
  idpAdditionalCerts: 'the field of the certificates takes several',
  groupsMapping: 'another spelling of roleMappings',
  grantType: 'one value is possible',
};
const isRefused = ({ description = '' }: Schema) =>
  ['Fails with E501001', 'Not supported', 'Must be empty'].some((lead) => description.startsWith(lead));

const attributes = Object.fromEntries(
  Object.keys(resolved(settingsOf('/v1/mgmt/sso/saml')['attributeMapping'] ?? {}).properties ?? {}).map(
    (name) => [name, name === 'customAttributes' ? { level: 'lvl' } : `their-${name}`],
  ),
);

/** Every setting has another value than its default. */
const settings = {
  ssoId: 'second',
  tenant: {
    id: 'acme',
    domains: ['acme.example'],
    additionalSSOConfigs: [{ ssoId: 'second', authType: 'saml' }],
  },
  saml: {
    idpEntityId: 'urn:idp',
    idpSSOUrl: 'https://idp.example/sso',
    idpCertificate: 'CERT',
    idpAdditionalCertificates: ['CERT2'],
    idpMetadataUrl: 'https://idp.example/metadata',
    spEntityId: 'urn:old-sp',
    spACSUrl: 'https://old.example/acs',
    subjectNameIdFormat: 'urn:format',
    signRequests: true,
    requestBinding: 'post',
    allowIdpInitiated: true,
    attributeMapping: attributes,
    groupsMapping: [{ role: { id: 'R', name: 'Boss' }, groups: ['bosses'] }],
    defaultSSORoles: ['Staff'],
    groupsPriority: ['bosses'],
    renewUserDetails: false,
    groupOverage: 'refuse',
    providerID: 'okta',
    redirectUrl: 'https://app.example/in',
  },
  oidc: {
    name: 'Corp',
    clientId: 'client',
    clientSecret: '',
    issuer: 'https://op.example',
    authUrl: 'https://op.example/a',
    tokenUrl: 'https://op.example/t',
    userDataUrl: 'https://op.example/u',
    JWKsUrl: 'https://op.example/k',
    scope: ['openid', 'groups'],
    prompt: ['login'],
    userAttrMapping: { ...attributes, loginId: 'upn' },
    manageProviderTokens: true,
    discovered: false,
    clientAuthMethod: 'client_secret_post',
    redirectUrl: 'https://app.example/in',
  },
} as unknown as SsoSettings;

/** Returns what the console sends for a draft. */
async function sent(draft: Draft): Promise<Record<string, unknown>> {
  let settingsSent: Record<string, unknown> = {};
  const take = async (_tenantId: string, input: Record<string, unknown>) => {
    settingsSent = input;
    return { ok: true, code: 200, data: undefined };
  };
  const sso = {
    configureSAMLSettings: take,
    configureSAMLByMetadata: take,
    configureOIDCSettings: take,
  };
  await configure({ management: { sso } } as unknown as Client, settings, draft);
  return settingsSent;
}

const draft = (protocol: Draft['protocol'], source?: Draft['saml']['source']): Draft => {
  const from = draftOf(settings);
  return {
    ...from,
    protocol,
    saml: { ...from.saml, ...(source && { source }) },
    oidc: { ...from.oidc, clientSecret: 'new secret' },
  };
};

/** Another value for everything that a person can change in the forms. */
const changed = (before: Draft): Draft => {
  const names = (mapping: object) =>
    Object.fromEntries(
      Object.entries(mapping).map(([name, theirs]) => [
        name,
        typeof theirs === 'string' ? `${theirs}2` : { b: 'c' },
      ]),
    );
  const { saml, oidc } = before;
  return {
    ...before,
    roleMappings: [],
    defaultRoles: [],
    groupsPriority: [],
    groupOverage: 'keepRoles',
    renewUserDetails: true,
    redirectUrl: '',
    saml: {
      ...saml,
      metadataUrl: `${saml.metadataUrl}2`,
      metadataXml: '<other/>',
      chosenEntityId: 'urn:other',
      ssoUrl: `${saml.ssoUrl}2`,
      entityId: 'urn:other',
      certificates: 'OTHER',
      signRequests: 'no',
      requestBinding: 'redirect',
      allowIdpInitiated: false,
      subjectNameIdFormat: '',
      spEntityId: '',
      spAcsUrl: '',
      attributes: names(saml.attributes) as unknown as typeof saml.attributes,
    },
    oidc: {
      ...oidc,
      name: '',
      issuer: `${oidc.issuer}2`,
      clientId: 'other',
      clientSecret: 'other secret',
      authUrl: `${oidc.authUrl}2`,
      tokenUrl: `${oidc.tokenUrl}2`,
      userDataUrl: `${oidc.userDataUrl}2`,
      jwksUrl: `${oidc.jwksUrl}2`,
      scope: [],
      prompt: [],
      clientAuthMethod: 'client_secret_basic',
      manageProviderTokens: false,
      attributes: names(oidc.attributes) as unknown as typeof oidc.attributes,
    },
  };
};

const calls: [path: string, drafts: Draft[]][] = [
  ['/v1/mgmt/sso/saml', [draft('saml', 'hand')]],
  ['/v1/mgmt/sso/saml/metadata', [draft('saml', 'url'), draft('saml', 'xml')]],
  ['/v1/mgmt/sso/oidc', [draft('oidc')]],
];

describe.each(calls)('%s', (path, drafts) => {
  const accepted = Object.entries(settingsOf(path)).filter(([, schema]) => !isRefused(schema));

  test('every setting can be changed in the console', async () => {
    const changes = await Promise.all(drafts.map(async (one) => [await sent(one), await sent(changed(one))]));
    const same = accepted.filter(([name]) =>
      changes.every(([before, after]) => JSON.stringify(before?.[name]) === JSON.stringify(after?.[name])),
    );
    const unexplained = same.map(([name]) => name).filter((name) => !withoutField[name]);
    expect(unexplained).toEqual([]);
  });

  test('saving a form that shows something else keeps every setting', async () => {
    const stored = { ...settings.saml, ...(path.endsWith('oidc') && settings.oidc) } as Record<
      string,
      unknown
    >;
    for (const one of drafts) {
      const before = await sent(one);
      const kept = accepted.filter(
        ([name]) => Object.hasOwn(stored, name) && !withoutField[name] && name !== 'clientSecret',
      );
      const lost = kept.filter(([name]) => JSON.stringify(before[name]) !== JSON.stringify(stored[name]));
      const bySource = ['idpMetadataUrl'];
      expect(
        lost.map(([name]) => name).filter((name) => !bySource.includes(name) || one.saml.source === 'url'),
      ).toEqual([]);
    }
  });
});

test('every value of the forms has a field', () => {
  const folder = new URL('.', import.meta.url);
  const screens = readdirSync(folder).filter((name) => name.endsWith('.tsx'));
  const text = screens.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n');
  const { saml, oidc, ...shared } = draft('saml');
  const names = [
    ...Object.keys(shared),
    ...Object.keys(saml).map((name) => `saml.${name}`),
    ...Object.keys(oidc).map((name) => `oidc.${name}`),
  ];
  // The form of the mapping has a field for each attribute, and the flag under a name of its own.
  const elsewhere = ['protocol', 'saml.attributes', 'oidc.attributes', 'renewUserDetails'];
  expect(names.filter((name) => !elsewhere.includes(name) && !text.includes(`'${name}'`))).toEqual([]);
});
