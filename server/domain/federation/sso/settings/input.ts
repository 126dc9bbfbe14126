import { ServiceError } from '../../../../core/errors.ts';
import { type Static, t } from '../../../../http/schema.ts';
import type { ConnectionDetails } from './details.ts';
import { maxDomains } from './domains.ts';
import { refuseLaterFields } from './later-fields.ts';

/** A text that has to be there and not empty, which is refused as missing. */
export const filled = { emptyIsAbsent: true, maxLength: 2_048 };

export const tenantId = t.text({ ...filled, maxLength: 255, description: 'Tenant ID' });
export const ssoId = t.reference({
  description: 'One of several connections of the tenant; absent: the default one',
});
export const domains = t.optional(
  t.list(t.text({ maxLength: 255 }), {
    maxItems: maxDomains,
    description:
      'Mail domains whose users are sent to this connection. No other connection of the project has them',
  }),
);
export const redirectUrl = t.optional(
  t.text({ description: 'Where a sign-in ends that names no address of its own; empty clears it' }),
);

const names = t.optional(t.list(t.text({ maxLength: 255 })));
const attributeName = t.text({ maxLength: 512, description: 'Name of the assertion attribute' });

export const mappedProof =
  'Addresses of the connection’s own domains are verified when it is empty; others never are';
export const mappedPhone = 'When it is empty, no number is verified';
export const mappedValues = 'Texts become numbers and flags; what does not fit the attribute is left out';

const attributes = {
  name: attributeName,
  email: attributeName,
  username: attributeName,
  phoneNumber: attributeName,
  group: attributeName,
  givenName: attributeName,
  middleName: attributeName,
  familyName: attributeName,
  picture: attributeName,
  verifiedEmail: t.text({
    maxLength: 512,
    description: `Name of the assertion attribute that says \`true\` of a verified address. ${mappedProof}`,
  }),
  verifiedPhone: t.text({
    maxLength: 512,
    description: `Name of the assertion attribute that says \`true\` of a verified phone number. ${mappedPhone}`,
  }),
  customAttributes: t.map(attributeName, { description: `Maps our attributes to theirs. ${mappedValues}` }),
};

export const attributeMappingSchema = t.object(attributes, { $id: 'SsoAttributeMapping' });

export const attributeMapping = t.optional(
  t.object(t.partial(attributes), {
    description: 'Taken as one. Where there is no name, the usual ones of identity providers are tried',
  }),
);

export const roleMappings = t.optional(
  t.list(t.object({ groups: names, roleName: t.text({ maxLength: 255 }) }), {
    maxItems: 500,
    description: 'The role of everybody who is in one of the groups',
  }),
);

export const defaultRoles = t.optional(
  t.list(t.text({ maxLength: 255 }), {
    description: 'Roles of everybody who signs in through the connection',
  }),
);

export const fgaMappingsSchema = t.map(
  t.object({
    relations: t.optional(
      t.list(
        t.object({
          resource: t.optional(t.text()),
          relationDefinition: t.optional(t.text()),
          namespace: t.optional(t.text()),
        }),
      ),
    ),
  }),
  { description: 'Always empty; refused (E501001) when it is not' },
);

export const renewUserDetails = t.optional(
  t.flag({
    description:
      'Name, address, phone and mapped attributes of a user follow the identity provider at each sign-in, and not at ' +
      'the first one only',
  }),
);

export const laterText = t.optional(t.text({ description: 'Refused (E501001) unless it is empty' }));
export const providerId = t.optional(
  t.text({
    description: 'The kind of identity provider, for your own screens; answered as given',
  }),
);
const refusedKey = t.optional(
  t.text({ maxLength: 65_536, description: 'Refused (E501001): every connection has its own key' }),
);

/** What both ways to set up SAML have in common. */
export const samlDetails = {
  attributeMapping,
  roleMappings,
  defaultSSORoles: defaultRoles,
  groupsPriority: t.optional(
    t.list(t.text({ maxLength: 255 }), {
      description:
        'The highest first. When not empty, only the first of these groups that somebody is in counts',
    }),
  ),
  subjectNameIdFormat: t.optional(
    t.text({ description: 'The format of NameID that is asked for; empty: any' }),
  ),
  spACSUrl: t.optional(
    t.text({ description: 'In place of our own, for a service provider that moves here' }),
  ),
  spEntityId: t.optional(
    t.text({ description: 'In place of our own, for a service provider that moves here' }),
  ),
  spEncryptionKey: refusedKey,
  spSignKey: refusedKey,
  signRequests: t.optional(t.flag({ description: 'Absent: as the metadata asks for, or else no' })),
  requestBinding: t.optional(
    t.choice(['redirect', 'post'], {
      description: 'Absent: `redirect`, or `post` when the metadata knows only that',
    }),
  ),
  allowIdpInitiated: t.optional(
    t.flag({ description: 'Whether a sign-in may begin at the identity provider. No when absent' }),
  ),
  renewUserDetails,
  fgaMappings: t.optional(fgaMappingsSchema),
  configFGATenantIDResourcePrefix: laterText,
  configFGATenantIDResourceSuffix: laterText,
  providerID: providerId,
  scimProviderID: laterText,
};

const detailsObject = t.object(samlDetails);
type SamlDetails = Static<typeof detailsObject>;

/** Everything: what the request does not name is empty from now on. */
export function detailsFromWire(
  settings: SamlDetails,
  envelope: { redirectUrl?: string; domains?: string[] },
): ConnectionDetails {
  for (const field of ['spEncryptionKey', 'spSignKey'] as const) {
    if (settings[field])
      throw new ServiceError('E501001', `${field} cannot be given: every connection has its own key`);
  }
  refuseLaterFields(settings);
  return {
    redirectUrl: envelope.redirectUrl ?? '',
    domains: envelope.domains ?? [],
    attributeMapping: settings.attributeMapping ?? {},
    roleMappings: roleMappingsFromWire(settings.roleMappings) ?? [],
    defaultRoleNames: settings.defaultSSORoles ?? [],
    groupsPriority: settings.groupsPriority ?? [],
    subjectNameIdFormat: settings.subjectNameIdFormat ?? '',
    allowIdpInitiated: settings.allowIdpInitiated ?? false,
    renewUserDetails: settings.renewUserDetails ?? true,
    spEntityId: settings.spEntityId ?? '',
    spAcsUrl: settings.spACSUrl ?? '',
    extra: { providerID: settings.providerID ?? '' },
  };
}

export function roleMappingsFromWire(
  mappings: { groups?: string[]; roleName: string }[] | undefined,
): ConnectionDetails['roleMappings'] {
  return mappings?.map(({ groups = [], roleName }) => ({ groups, roleName }));
}
