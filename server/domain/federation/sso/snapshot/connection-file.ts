import { type Static, t } from '../../../../http/schema.ts';
import { type Connection, type ExtraSettings, emptySettings } from '../connection.ts';
import { promptValues } from '../oidc/settings.ts';
import { maxDomains } from '../settings/domains.ts';
import { attributeMapping, defaultRoles, fgaMappingsSchema, roleMappings } from '../settings/input.ts';
import { refuseLaterFields } from '../settings/later-fields.ts';
import { claimMapping } from '../settings/oidc.ts';
import type { KnownConnection } from '../settings/restore-connection.ts';

const text = t.text({ maxLength: 2_048 });
const texts = t.list(text);
const certificates = t.list(t.text({ maxLength: 65_536 }), { maxItems: 20 });

const saml = t.object(
  t.partial({
    idpEntityId: text,
    idpSsoUrl: text,
    idpSsoPostUrl: text,
    idpCertificates: certificates,
    idpMetadataUrl: text,
    signRequests: t.flag(),
    requestBinding: t.choice(['redirect', 'post']),
    allowIdpInitiated: t.flag(),
    subjectNameIdFormat: text,
    attributeMapping,
    redirectUrl: text,
    spEntityId: text,
    spAcsUrl: text,
  }),
);

const oidc = t.object(
  t.partial({
    name: text,
    issuer: text,
    clientId: text,
    hasClientSecret: t.flag(),
    authorizationUrl: text,
    tokenUrl: text,
    userInfoUrl: text,
    jwksUrl: text,
    isDiscovered: t.flag(),
    signingAlgorithms: texts,
    namesIssuer: t.flag(),
    authentication: t.choice(['basic', 'post']),
    scopes: texts,
    prompt: t.list(t.choice([...promptValues])),
    attributeMapping: t.object(t.partial(claimMapping)),
    redirectUrl: text,
  }),
);

const extra = t.object(
  t.partial({
    fgaMappings: fgaMappingsSchema,
    configFGATenantIDResourcePrefix: text,
    configFGATenantIDResourceSuffix: text,
    providerID: text,
    scimProviderID: text,
    manageProviderTokens: t.flag(),
    groupOverage: t.choice(['keepRoles', 'refuse']),
    callbackDomain: text,
  }),
);

/** A connection without its secrets, with roles by name. */
export const connectionFile = t.object({
  id: t.text({ maxLength: 64 }),
  name: t.optional(t.text({ maxLength: 255 })),
  protocol: t.choice(['none', 'saml', 'oidc']),
  domains: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: maxDomains })),
  roleMappings,
  defaultRoles,
  groupsPriority: t.optional(texts),
  renewUserDetails: t.optional(t.flag()),
  saml: t.optional(saml),
  oidc: t.optional(oidc),
  extra: t.optional(extra),
});

export type ConnectionFile = Static<typeof connectionFile>;

export function connectionToFile(
  { id, name, protocol, settings, sealedClientSecret }: Connection,
  domains: string[],
  roleNames: ReadonlyMap<string, string>,
): ConnectionFile {
  const nameOf = (roleId: string) => roleNames.get(roleId) ?? [];
  const { oidcAttributeMapping, oidcRedirectUrl } = settings;
  return {
    id,
    name,
    protocol,
    domains: domains.toSorted(),
    roleMappings: settings.roleMappings.flatMap(({ roleId, groups }) =>
      [nameOf(roleId)].flat().map((roleName) => ({ roleName, groups })),
    ),
    defaultRoles: settings.defaultRoleIds.flatMap(nameOf),
    groupsPriority: settings.groupsPriority,
    renewUserDetails: settings.renewUserDetails,
    ...(hasSaml(settings, protocol) && {
      saml: {
        idpEntityId: settings.idpEntityId,
        idpSsoUrl: settings.idpSsoUrl,
        idpSsoPostUrl: settings.idpSsoPostUrl,
        idpCertificates: settings.idpCertificates,
        idpMetadataUrl: settings.idpMetadataUrl,
        signRequests: settings.signRequests,
        requestBinding: settings.requestBinding,
        allowIdpInitiated: settings.allowIdpInitiated,
        subjectNameIdFormat: settings.subjectNameIdFormat,
        attributeMapping: settings.attributeMapping,
        redirectUrl: settings.redirectUrl,
        spEntityId: settings.spEntityId,
        spAcsUrl: settings.spAcsUrl,
      },
    }),
    ...((protocol === 'oidc' || settings.oidc.issuer !== '') && {
      oidc: {
        ...settings.oidc,
        prompt: settings.oidc.prompt as (typeof promptValues)[number][],
        hasClientSecret: sealedClientSecret !== '',
        attributeMapping: oidcAttributeMapping,
        redirectUrl: oidcRedirectUrl,
      },
    }),
    extra: storedExtra(settings.extra),
  };
}

/** Leaves out values that earlier versions stored and this one refuses. */
function storedExtra(extra: ExtraSettings = {}): ExtraSettings {
  const { providerID, manageProviderTokens, groupOverage } = extra;
  const known: Record<keyof ExtraSettings, unknown> = { providerID, manageProviderTokens, groupOverage };
  return Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined));
}

function hasSaml({ idpEntityId, redirectUrl }: Connection['settings'], protocol: string): boolean {
  return protocol === 'saml' || idpEntityId !== '' || redirectUrl !== '';
}

export function connectionFromFile(file: ConnectionFile): KnownConnection {
  const { name = '', protocol, domains = [], roleMappings = [], defaultRoles = [] } = file;
  const { groupsPriority = [], renewUserDetails = true } = file;
  refuseLaterFields(file.extra ?? {});
  const extra = storedExtra(file.extra);
  const { oidc: plainOidc, ...plain } = emptySettings;
  const { attributeMapping: claims, redirectUrl: oidcRedirectUrl = '', ...given } = file.oidc ?? {};
  const { hasClientSecret: _, ...oidc } = given;
  const { attributeMapping: names, ...settings } = { ...plain, ...file.saml };
  return {
    name,
    protocol,
    domains,
    groupsPriority,
    renewUserDetails,
    extra,
    defaultRoleNames: defaultRoles,
    roleMappings: roleMappings.map(({ roleName, groups = [] }) => ({ roleName, groups })),
    idpEntityId: settings.idpEntityId,
    idpSsoUrl: settings.idpSsoUrl,
    idpSsoPostUrl: settings.idpSsoPostUrl,
    idpCertificates: settings.idpCertificates,
    idpMetadataUrl: settings.idpMetadataUrl,
    signRequests: settings.signRequests,
    requestBinding: settings.requestBinding,
    allowIdpInitiated: settings.allowIdpInitiated,
    subjectNameIdFormat: settings.subjectNameIdFormat,
    attributeMapping: names,
    redirectUrl: settings.redirectUrl,
    spEntityId: settings.spEntityId,
    spAcsUrl: settings.spAcsUrl,
    oidc: { ...plainOidc, ...oidc },
    oidcAttributeMapping: claims ?? {},
    oidcRedirectUrl,
  };
}
