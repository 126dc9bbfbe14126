import { ServiceError } from '../../../../core/errors.ts';
import { userClaims } from '../../../../core/user-claims.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { clientAuthenticationInput, detailsInput, filled, idTokenInput, newAppId } from '../wire.ts';
import type { GivenSettings } from './read-settings.ts';
import type { GroupsMapping, SamlSettings, SsoAppDetails } from './sso-app.ts';

export const appId = t.text({ ...filled, description: 'SSO application ID' });

const url = (description?: string) => t.optional(t.text({ description }));
const urls = (description: string) => t.optional(t.list(t.text(), { maxItems: 100, description }));
const text = t.optional(t.text({ maxLength: 512 }));
const flag = (description?: string) => t.optional(t.flag({ description }));

const loginPageUrl = url('The page where users sign in');
const logoutRedirectUrl = t.optional(
  t.text({ description: 'The URL that users return to after signing out' }),
);

const creation = {
  id: newAppId,
  enabled: flag('Absent: true'),
};
const update = { id: appId, enabled: flag('Absent: unchanged') };

const issuer = t.object({ jwksUri: text, signAlgorithm: text, userInfoUri: text, externalIdFieldName: text });

const noJwtBearer = 'The grant `urn:ietf:params:oauth:grant-type:jwt-bearer` is not supported';

const oidc = {
  ...detailsInput,
  loginPageUrl,
  customIdpInitiatedLoginPageUrl: url(),
  forceAuthentication: flag(),
  clientType: t.optional(t.choice(['', 'confidential', 'public'])),
  approvedRedirectUrls: urls('Compared exactly'),
  authorizationCodeDisabled: flag(),
  clientCredentialsDisabled: flag(),
  refreshTokenDisabled: flag(),
  jwtBearerDisabled: flag(`No effect: the grant is not supported, so it is disabled in any case`),
  deviceCodeDisabled: flag(),
  forcePkce: flag(),
  ...idTokenInput,
  dpopBoundAccessTokens: flag('Token requests need a DPoP proof (RFC 9449)'),
  defaultAudience: t.optional(t.choice(['', 'projectId', 'clientId'], { description: 'Empty: both' })),
  backChannelLogoutUrl: url(),
  jwtBearerSettings: t.optional(
    t.object({
      issuers: t.optional(
        t.map(issuer, { maxProperties: 20, description: 'Fails with E501001 unless it is empty' }),
      ),
    }),
  ),
  claims: t.optional(
    t.list(t.text({ maxLength: 255 }), {
      maxItems: 100,
      description: `The claims about the user that ID tokens always contain, among ${userClaims.join(', ')}`,
    }),
  ),
  ...clientAuthenticationInput,
  requirePushedAuthorizationRequests: flag('Rejects requests that were not pushed (RFC 9126)'),
  resources: t.optional(
    t.list(t.text({ maxLength: 512 }), {
      maxItems: 100,
      description: 'The values of `resource` and `audience` that the client may request (RFC 8707)',
    }),
  ),
  subjectType: t.optional(
    t.choice(['', 'public', 'pairwise'], {
      description:
        '`pairwise`: the client gets its own ID for each user instead of the user ID. Empty: `public`',
    }),
  ),
  sectorIdentifierUri: url(
    'Applications with the same host here get the same pairwise IDs. Empty: the host of the redirect URLs',
  ),
};

const mustBeEmpty = t.optional(
  t.text({ maxLength: 512, description: 'Fails with E501001 unless it is empty' }),
);

const mappings = {
  attributeMapping: t.optional(
    t.list(t.object({ name: text, type: mustBeEmpty, value: text }), {
      maxItems: 100,
      description: '`value` is the user attribute, `name` the name that the application expects',
    }),
  ),
  groupsMapping: t.optional(
    t.list(
      t.object({
        name: text,
        type: mustBeEmpty,
        filterType: t.optional(
          t.text({
            maxLength: 512,
            description: '`roles`, or empty for the same: users with one of the roles',
          }),
        ),
        value: text,
        roles: t.optional(t.list(t.object({ id: t.reference(), name: t.reference() }), { maxItems: 100 })),
      }),
      {
        maxItems: 100,
        description: 'Roles of the project, by ID or else by name. A deleted role is removed',
      },
    ),
  ),
};

const patterns = 'Full URLs; * may be the leftmost host label or the end of the path';

const saml = {
  ...detailsInput,
  loginPageUrl,
  useMetadataInfo: flag('The settings come from the application’s metadata'),
  metadataUrl: url('Required with useMetadataInfo'),
  entityId: t.optional(t.text({ maxLength: 1_024, description: 'Required without useMetadataInfo' })),
  acsUrl: url('Required without useMetadataInfo'),
  certificate: t.optional(
    t.text({ maxLength: 65_536, description: 'PEM. Required without useMetadataInfo and hasNoCertificate' }),
  ),
  hasNoCertificate: flag('The service provider does not sign its requests and has no certificate'),
  ...mappings,
  acsAllowedCallbacks: urls(patterns),
  subjectNameIdType: t.optional(t.choice(['', 'email', 'phone'], { description: 'Empty: the user ID' })),
  subjectNameIdFormat: t.optional(
    t.choice([
      '',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
      'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
      'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
    ]),
  ),
  persistentNameId: t.optional(
    t.choice(['', 'userId', 'pairwise'], {
      description:
        'The NameID in the format `persistent`: `pairwise`, which only this service provider gets, or the user ID. New applications get `pairwise`',
    }),
  ),
  unverifiedAddresses: t.optional(
    t.choice(['', 'send', 'omit'], {
      description:
        'Email addresses and phone numbers that are not verified, as NameID and in attributes: `omit` or `send`. New applications get `omit`; empty is `send`',
    }),
  ),
  defaultRelayState: text,
  forceAuthentication: flag(),
  logoutRedirectUrl,
  errorRedirectUrl: url(
    'The page that users are sent to, with `err`, if their sign-in request is rejected. Empty: an error ' +
      'page of this server',
  ),
  defaultSignatureAlgorithm: t.optional(t.choice(['', 'sha256'])),
  signedRequestsRequired: flag('Unsigned requests are rejected'),
  assertionEncrypted: flag('The assertion is encrypted with the service provider’s certificate'),
};

const wsfed = {
  ...detailsInput,
  loginPageUrl,
  realm: t.text({ emptyIsAbsent: true, maxLength: 1_024 }),
  replyUrl: t.text({ emptyIsAbsent: true }),
  replyAllowedCallbacks: urls(patterns),
  ...mappings,
  forceAuthentication: flag(),
  logoutRedirectUrl,
  errorRedirectUrl: url(),
};

export const createOidcInput = t.object({
  ...oidc,
  ...creation,
  clientId: t.reference({
    description: 'The existing client ID of a client that moves here. Default: a new one',
  }),
  clientSecret: t.reference({
    description: 'The existing secret of a client that moves here. Default: a new one',
  }),
});
export const updateOidcInput = t.object({ ...oidc, ...update });
export const createSamlInput = t.object({ ...saml, ...creation });
export const updateSamlInput = t.object({ ...saml, ...update });
export const createWsfedInput = t.object({ ...wsfed, ...creation });
export const updateWsfedInput = t.object({ ...wsfed, ...update });

interface Ineffective {
  jwtBearerSettings?: { issuers?: object };
  claims?: string[];
  attributeMapping?: { type?: string }[];
  groupsMapping?: { type?: string; filterType?: string }[];
}

/**
 * Refuses values that nothing would read. Stored ones and those of snapshots, from before this rule, had no effect: they are dropped.
 * Returns the input.
 */
export function withoutIneffective<T extends Ineffective>(input: T): T {
  const { jwtBearerSettings, claims = [], attributeMapping = [], groupsMapping = [] } = input;
  if (Object.keys(jwtBearerSettings?.issuers ?? {}).length > 0)
    throw new ServiceError('E501001', `jwtBearerSettings.issuers: ${noJwtBearer}. Leave it empty`);
  const unknown = claims.find((claim) => !isUserClaim(claim));
  if (unknown !== undefined) {
    throw new ServiceError(
      'E011004',
      `claims can have ${userClaims.join(', ')}. Remove ${unknown.slice(0, 64)}`,
    );
  }
  for (const [name, rows] of Object.entries({ attributeMapping, groupsMapping })) {
    if (rows.some(({ type }) => type))
      throw new ServiceError('E501001', `${name}: type is not supported. Leave it empty`);
  }
  if (groupsMapping.some(({ filterType }) => filterType && filterType !== byRoles)) {
    throw new ServiceError(
      'E501001',
      `groupsMapping: filterType can be ${byRoles} only. Use it, or leave it empty`,
    );
  }
  return input;
}

const byRoles = 'roles';

const isUserClaim = (claim: string) => (userClaims as string[]).includes(claim);

type Request = SsoAppDetails & { settings: GivenSettings };

export function oidcFromWire(input: Omit<Static<typeof updateOidcInput>, 'id'>): Request {
  const { details, settings } = split(input);
  const { jwtBearerSettings, jwks, ...rest } = settings;
  return {
    ...details,
    settings: {
      type: 'oidc',
      ...rest,
      ...(jwks && { jwks: { keys: jwks.keys ?? [] } }),
      ...(jwtBearerSettings && { jwtBearerSettings: { issuers: {} } }),
      ...(settings.claims && { claims: settings.claims.filter(isUserClaim) }),
    },
  };
}

export function samlFromWire(input: Omit<Static<typeof updateSamlInput>, 'id'>): Request {
  const { details, settings } = split(input);
  return { ...details, settings: { type: 'saml', ...settings, ...mappingsFromWire(settings) } };
}

export function wsfedFromWire(input: Omit<Static<typeof updateWsfedInput>, 'id'>): Request {
  const { details, settings } = split(input);
  return { ...details, settings: { type: 'wsfed', ...settings, ...mappingsFromWire(settings) } };
}

function split<T extends SsoAppDetails>(input: T) {
  const { name, description, logo, enabled, customAttributes, ...settings } = input;
  return { details: { name, description, logo, enabled, customAttributes }, settings };
}

const mappingsObject = t.object(mappings);

function mappingsFromWire(
  input: Static<typeof mappingsObject>,
): Pick<SamlSettings, 'attributeMapping' | 'groupsMapping'> {
  return {
    attributeMapping: (input.attributeMapping ?? []).map(({ name = '', value = '' }) => ({
      name,
      type: '',
      value,
    })),
    groupsMapping: (input.groupsMapping ?? []).map(groupsMappingFromWire),
  };
}

type WireGroupsMapping = NonNullable<Static<typeof mappingsObject>['groupsMapping']>[number];

function groupsMappingFromWire(mapping: WireGroupsMapping): GroupsMapping {
  const { name = '', filterType = '', value = '', roles = [] } = mapping;
  return {
    name,
    type: '',
    filterType: filterType && byRoles,
    value,
    roles: roles.map(({ id = '', name = '' }) => ({ id, name })),
  };
}
