import { ServiceError } from '../../../../core/errors.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { mappedFields } from '../attribute-mapping.ts';
import type { OidcSource } from '../oidc/provider.ts';
import { type ClaimMapping, promptValues } from '../oidc/settings.ts';
import type { OidcClient } from './configure-oidc.ts';
import type { ConnectionDetails } from './details.ts';
import {
  defaultRoles,
  domains,
  fgaMappingsSchema,
  filled,
  groupOverage,
  laterText,
  mappedPhone,
  mappedProof,
  mappedValues,
  providerId,
  renewUserDetails,
  roleMappings,
  ssoId,
  tenantId,
} from './input.ts';
import { refuseLaterFields } from './later-fields.ts';

const claimName = t.text({ maxLength: 512, description: 'Name of the claim; dots read nested objects' });
const address = (description?: string) =>
  t.reference({ maxLength: 2_048, ...(description && { description }) });

export const claimNames = {
  loginId: claimName,
  username: claimName,
  ...t.each(mappedFields, () => claimName),
  verifiedEmail: t.text({
    maxLength: 512,
    description: `Name of the claim that is \`true\` for a verified address. ${mappedProof}`,
  }),
  verifiedPhone: t.text({
    maxLength: 512,
    description: `Name of the claim that is \`true\` for a verified phone number. ${mappedPhone}`,
  }),
  group: claimName,
};

export const claimMapping = {
  ...claimNames,
  customAttributes: t.map(claimName, {
    description: `Maps Latchkey’s attributes to the provider’s claims. ${mappedValues}`,
  }),
};

const settings = t.object({
  name: t.reference({ maxLength: 255, description: 'The administrator’s name for the provider' }),
  clientId: t.text({ ...filled, maxLength: 512 }),
  clientSecret: t.reference({
    maxLength: 4_096,
    description: 'Absent or empty: unchanged, unless the issuer, client or server changes',
  }),
  issuer: address('The provider’s issuer, or the URL of its discovery document'),
  authUrl: address('If this, `tokenUrl` and `JWKsUrl` are set, nothing is discovered'),
  tokenUrl: address(),
  userDataUrl: address(),
  JWKsUrl: address(),
  clientAuthMethod: t.optional(
    t.choice(['client_secret_basic', 'client_secret_post'], {
      description: 'Default: as in the discovery document',
    }),
  ),
  redirectUrl: t.optional(t.text({ description: 'The redirect URL for sign-ins that do not specify one' })),
  scope: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 50, description: '`openid` is added' })),
  prompt: t.optional(t.list(t.choice([...promptValues]), { maxItems: 4 })),
  grantType: t.optional(
    t.choice(['', 'authorization_code', 'implicit'], {
      description: '`implicit` fails with E501001, because it exposes tokens',
    }),
  ),
  userAttrMapping: t.optional(
    t.object(t.partial(claimMapping), {
      description: 'Replaced as a whole. Fields without a name use the standard claim',
    }),
  ),
  roleMappings,
  groupsMapping: t.optional(
    t.list(t.object({ role: t.object({ name: t.text() }), groups: t.optional(t.list(t.text())) }), {
      maxItems: 500,
      description: 'Used instead of `roleMappings` by some SDKs',
    }),
  ),
  defaultSSORoles: defaultRoles,
  groupsPriority: t.optional(t.list(t.text({ maxLength: 255 }))),
  renewUserDetails,
  groupOverage,
  manageProviderTokens: t.optional(
    t.flag({
      description:
        'Store the users’ tokens at the provider, for getProviderToken under `name`. For a refresh token, most ' +
        'providers require `offline_access` in `scope`',
    }),
  ),
  callbackDomain: laterText,
  fgaMappings: t.optional(fgaMappingsSchema),
  providerID: providerId,
  scimProviderID: laterText,
});

export const configureOidcInput = t.object({ tenantId, ssoId, domains, settings });
type OidcInput = Static<typeof settings>;

/**
 * Reads the request. Fields of the provider that the request leaves out become empty. Those of both protocols (domains,
 * roles) stay unchanged if absent, because not every SDK can send them.
 */
export function oidcFromWire(
  input: OidcInput,
  envelope: { domains?: string[] },
): { source: OidcSource; client: OidcClient; details: ConnectionDetails } {
  if (input.grantType === 'implicit') {
    throw new ServiceError('E501001', 'grantType implicit is not supported. Use authorization_code');
  }
  refuseLaterFields(input);
  const mappings =
    input.roleMappings ?? input.groupsMapping?.map(({ role, groups }) => ({ roleName: role.name, groups }));
  return {
    source: {
      issuer: input.issuer ?? '',
      authorizationUrl: input.authUrl ?? '',
      tokenUrl: input.tokenUrl ?? '',
      userInfoUrl: input.userDataUrl ?? '',
      jwksUrl: input.JWKsUrl ?? '',
      ...(input.clientAuthMethod && {
        authentication: input.clientAuthMethod === 'client_secret_post' ? 'post' : 'basic',
      }),
    },
    client: {
      name: input.name ?? '',
      clientId: input.clientId,
      clientSecret: input.clientSecret ?? '',
      scopes: input.scope ?? [],
      prompt: input.prompt ?? [],
    },
    details: {
      oidcRedirectUrl: input.redirectUrl ?? '',
      oidcAttributeMapping: (input.userAttrMapping ?? {}) as Partial<ClaimMapping>,
      domains: envelope.domains,
      roleMappings: mappings?.map(({ groups = [], roleName }) => ({ groups, roleName })),
      defaultRoleNames: input.defaultSSORoles,
      groupsPriority: input.groupsPriority,
      renewUserDetails: input.renewUserDetails,
      extra: {
        manageProviderTokens: input.manageProviderTokens ?? false,
        groupOverage: input.groupOverage ?? 'keepRoles',
        ...(input.providerID !== undefined && { providerID: input.providerID }),
      },
    },
  };
}
