import { ServiceError } from '../../../../core/errors.ts';
import { type Static, t } from '../../../../http/schema.ts';
import type { OidcSource } from '../oidc/provider.ts';
import { type ClaimMapping, promptValues } from '../oidc/settings.ts';
import type { OidcClient } from './configure-oidc.ts';
import type { ConnectionDetails } from './details.ts';
import {
  defaultRoles,
  domains,
  fgaMappingsSchema,
  filled,
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

const claimName = t.text({ maxLength: 512, description: 'Name of the claim; dots lead into objects' });
const address = (description?: string) =>
  t.reference({ maxLength: 2_048, ...(description && { description }) });

export const claimNames = {
  loginId: claimName,
  username: claimName,
  name: claimName,
  email: claimName,
  phoneNumber: claimName,
  verifiedEmail: t.text({
    maxLength: 512,
    description: `Name of the claim that says \`true\` of a verified address. ${mappedProof}`,
  }),
  verifiedPhone: t.text({
    maxLength: 512,
    description: `Name of the claim that says \`true\` of a verified phone number. ${mappedPhone}`,
  }),
  picture: claimName,
  givenName: claimName,
  middleName: claimName,
  familyName: claimName,
  group: claimName,
};

export const claimMapping = {
  ...claimNames,
  customAttributes: t.map(claimName, { description: `Maps our attributes to their claims. ${mappedValues}` }),
};

const settings = t.object({
  name: t.reference({ maxLength: 255, description: 'What the administrator calls it' }),
  clientId: t.text({ ...filled, maxLength: 512 }),
  clientSecret: t.reference({
    maxLength: 4_096,
    description: 'Absent or empty: the stored one stays, unless issuer, client or server are new',
  }),
  issuer: address('Of the provider, or the address of its discovery document'),
  authUrl: address('With this, `tokenUrl` and `JWKsUrl` nothing is discovered'),
  tokenUrl: address(),
  userDataUrl: address(),
  JWKsUrl: address(),
  clientAuthMethod: t.optional(
    t.choice(['client_secret_basic', 'client_secret_post'], {
      description: 'Absent: as the discovery document says',
    }),
  ),
  redirectUrl: t.optional(t.text({ description: 'Where a sign-in ends that names no address of its own' })),
  scope: t.optional(t.list(t.text({ maxLength: 255 }), { maxItems: 50, description: '`openid` is added' })),
  prompt: t.optional(t.list(t.choice([...promptValues]), { maxItems: 4 })),
  grantType: t.optional(
    t.choice(['', 'authorization_code', 'implicit'], {
      description: '`implicit` is refused (E501001): it gives tokens away',
    }),
  ),
  userAttrMapping: t.optional(
    t.object(t.partial(claimMapping), {
      description: 'Taken as one. Where there is no name, the standard claim is read',
    }),
  ),
  roleMappings,
  groupsMapping: t.optional(
    t.list(t.object({ role: t.object({ name: t.text() }), groups: t.optional(t.list(t.text())) }), {
      maxItems: 500,
      description: 'In place of `roleMappings`, as some SDKs send it',
    }),
  ),
  defaultSSORoles: defaultRoles,
  groupsPriority: t.optional(t.list(t.text({ maxLength: 255 }))),
  renewUserDetails,
  manageProviderTokens: t.optional(
    t.flag({
      description:
        'Keep the users’ own tokens at the provider, for getProviderToken under `name`. For a refresh token most ' +
        'providers want `offline_access` in `scope`',
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
 * Of the provider, everything: what the request does not name is empty from now on. What both protocols have (domains,
 * roles) stays when it is absent, because not every SDK can send it.
 */
export function oidcFromWire(
  input: OidcInput,
  envelope: { domains?: string[] },
): { source: OidcSource; client: OidcClient; details: ConnectionDetails } {
  if (input.grantType === 'implicit') {
    throw new ServiceError('E501001', 'grantType implicit: only authorization_code is supported');
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
        ...(input.providerID !== undefined && { providerID: input.providerID }),
      },
    },
  };
}
