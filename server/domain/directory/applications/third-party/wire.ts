import { ServiceError } from '../../../../core/errors.ts';
import type { ScopeMapping } from '../../../../core/project.ts';
import { type Static, t } from '../../../../http/schema.ts';
import {
  clientAuthenticationInput,
  clientAuthenticationSchema,
  detailsInput,
  filled,
  idTokenInput,
} from '../wire.ts';
import {
  emptyInboundSettings,
  type InboundApp,
  type InboundAppSettings,
  type InboundScope,
  maxInboundApps,
} from './inbound-app.ts';

export const appId = t.text({ ...filled, description: 'ID of a third-party application' });

const items = { maxItems: 100 };

/** A list of scopes as administrators give them. One SDK sends `null` for an empty list. */
const scopesInput = (description: string) =>
  t.optional(
    t.list(
      t.object({
        name: t.text(filled),
        description: t.optional(t.text({ maxLength: 1_024 })),
        values: t.optional(t.list(t.text({ maxLength: 255 }), items)),
        optional: t.optional(t.flag({ description: 'The user can decline it and allow the rest' })),
      }),
      { ...items, description },
    ),
  );

export const scopeInput = scopesInput;

const refused = { description: 'Fails with E501001 unless it is empty' };

/** Fields of the public SDKs that would have no effect. */
const refusedInput = {
  connectionsScopes: t.optional(t.list(t.any(), refused)),
  consentFlowId: t.optional(t.text(refused)),
  jwtBearerSettings: t.optional(t.object({ issuers: t.optional(t.map(t.any(), refused)) })),
  sessionSettings: t.optional(
    t.object({ enabled: t.optional(t.flag({ description: 'Fails with E501001 if it is true' })) }),
  ),
};

export const settingsInput = {
  description: detailsInput.description,
  logo: detailsInput.logo,
  loginPageUrl: t.optional(t.text()),
  approvedCallbackUrls: t.optional(
    t.list(t.text(), {
      ...items,
      description: 'Compared exactly, except for the port of a loopback URL',
    }),
  ),
  permissionsScopes: scopesInput('Scopes that grant roles of the user: `values` are names of roles'),
  attributesScopes: scopesInput('Scopes that share attributes of the user: `values` are names of attributes'),
  scopeClaimMapping: t.optional(
    t.list(
      t.object({
        scope: t.text(filled),
        description: t.optional(t.text({ maxLength: 1_024 })),
        claims: t.optional(
          t.map(t.text({ maxLength: 1_024 }), {
            maxProperties: 100,
            description: 'Texts by claim, in which {{user.email}} inserts an attribute',
          }),
        ),
        mandatory: t.optional(t.flag()),
        useProjectMapping: t.optional(
          t.flag({
            description: 'Uses the claims that the project maps to the scope instead of `claims`',
          }),
        ),
      }),
      items,
    ),
  ),
  forcePkce: t.optional(t.flag()),
  defaultAudience: t.optional(
    t.choice(['', 'projectId', 'clientId'], {
      description:
        'Empty: the client ID, and the project ID in a project without `separateApplicationTokens`',
    }),
  ),
  audienceWhitelist: t.optional(t.list(t.text(), items)),
  forceAddAllAuthorizationInfo: t.optional(
    t.flag({ description: 'The application gets all roles and tenants of the user' }),
  ),
  nonConfidentialClient: t.optional(t.flag({ description: 'The application has no secret' })),
  ...clientAuthenticationInput,
  ...idTokenInput,
  ...refusedInput,
};

/** Mappings from the project to its scopes. */
export const mappingsInput = t.list(
  t.object({
    scope: t.text(filled),
    description: t.optional(t.text({ maxLength: 1_024 })),
    claims: t.optional(t.map(t.text({ maxLength: 1_024 }), { maxProperties: 100 })),
  }),
  items,
);

export function mappingsFromWire({ mappings }: { mappings: Static<typeof mappingsInput> }): ScopeMapping[] {
  return mappings.map(({ scope, description = '', claims = {} }) => ({ scope, description, claims }));
}

/** The fields of an application that administrators give, without the ID. */
export const inboundAppInput = {
  name: detailsInput.name,
  ...settingsInput,
  customAttributes: detailsInput.customAttributes,
};

const settingsSchema = t.object(settingsInput);
type GivenSettings = Partial<Static<typeof settingsSchema>>;

export function scopesFromWire(
  given: { name: string; description?: string; values?: string[]; optional?: boolean }[],
): InboundScope[] {
  return given.map(({ name, description = '', values = [], optional = false }) => ({
    name,
    description,
    values,
    optional,
  }));
}

/** Refuses what would have no effect, so that nobody believes it has one. */
function refuseUnsupported({ consentFlowId, connectionsScopes = [], ...given }: GivenSettings): void {
  const { jwtBearerSettings, sessionSettings } = given;
  const unsupported = {
    consentFlowId: consentFlowId,
    connectionsScopes: connectionsScopes.length > 0,
    'jwtBearerSettings.issuers': Object.keys(jwtBearerSettings?.issuers ?? {}).length > 0,
    'sessionSettings.enabled': sessionSettings?.enabled,
  };
  const [field] = Object.entries(unsupported).find(([, isGiven]) => isGiven) ?? [];
  if (field) throw new ServiceError('E501001', `${field} is not supported. Leave it out`);
}

/** Returns the settings that are given. Throws E501001 for one that would have no effect. */
export function settingsFromWire(input: GivenSettings): Partial<InboundAppSettings> {
  refuseUnsupported(input);
  const { permissionsScopes, attributesScopes, scopeClaimMapping, jwks, ...rest } = input;
  const own = Object.keys(emptyInboundSettings);
  const plain = Object.entries(rest).filter(([name, value]) => own.includes(name) && value !== undefined);
  return {
    ...(Object.fromEntries(plain) as Partial<InboundAppSettings>),
    ...(jwks && { jwks: { keys: jwks.keys ?? [] } }),
    ...(permissionsScopes && { permissionsScopes: scopesFromWire(permissionsScopes) }),
    ...(attributesScopes && { attributesScopes: scopesFromWire(attributesScopes) }),
    ...(scopeClaimMapping && {
      scopeClaimMapping: scopeClaimMapping.map(
        ({ scope, description = '', claims = {}, mandatory = false, useProjectMapping = false }) => ({
          scope,
          description,
          claims,
          mandatory,
          useProjectMapping,
        }),
      ),
    }),
  };
}

export const scopeSchema = t.list(
  t.object({ name: t.text(), description: t.text(), values: t.list(t.text()), optional: t.flag() }),
);

export const inboundAppSchema = t.object(
  {
    id: t.text(),
    name: t.text(),
    clientId: t.text(),
    description: t.text(),
    logo: t.text({ maxLength: 16_384 }),
    loginPageUrl: t.text(),
    approvedCallbackUrls: t.list(t.text()),
    permissionsScopes: scopeSchema,
    attributesScopes: scopeSchema,
    scopeClaimMapping: t.list(
      t.object({
        scope: t.text(),
        description: t.text(),
        claims: t.map(t.text()),
        mandatory: t.flag(),
        useProjectMapping: t.flag(),
      }),
    ),
    forcePkce: t.flag(),
    defaultAudience: t.choice(['', 'projectId', 'clientId']),
    audienceWhitelist: t.list(t.text()),
    forceAddAllAuthorizationInfo: t.flag(),
    nonConfidentialClient: t.flag(),
    ...clientAuthenticationSchema,
    userClaimsInIdToken: t.flag(),
    dynamic: t.flag({ description: 'The application registered itself' }),
    customAttributes: t.map(t.any()),
  },
  { $id: 'InboundApplication' },
);

export const inboundAppsSchema = t.list(inboundAppSchema, { maxItems: maxInboundApps });

export function inboundAppToWire({
  settings,
  isDynamic,
  createdAt: _,
  modifiedAt: __,
  ...app
}: InboundApp): Static<typeof inboundAppSchema> {
  const { registration: ___, scopeClaimMapping, ...rest } = settings;
  return {
    ...app,
    ...rest,
    scopeClaimMapping: scopeClaimMapping.map((entry) => ({ useProjectMapping: false, ...entry })),
    dynamic: isDynamic,
  };
}
