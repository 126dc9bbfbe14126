import { ServiceError } from '../../../../core/errors.ts';
import { maxDomainLength } from '../../../../core/mail-address.ts';
import { type Static, t } from '../../../../http/schema.ts';
import { mappedFields } from '../attribute-mapping.ts';
import type { ConnectionDetails } from './details.ts';
import { maxDomains } from './domains.ts';
import { refuseLaterFields } from './later-fields.ts';

/** A required text: an empty one is refused as missing. */
export const filled = { emptyIsAbsent: true, maxLength: 2_048 };

export const tenantId = t.text({ ...filled, maxLength: 255, description: 'Tenant ID' });
export const ssoId = t.reference({
  description: 'The connection, if the tenant has several. Default: the default connection',
});
export const domains = t.optional(
  t.list(t.text({ maxLength: maxDomainLength }), {
    maxItems: maxDomains,
    description:
      'Email domains whose users sign in through this connection. No other connection of the project can have them',
  }),
);
export const redirectUrl = t.optional(
  t.text({ description: 'The redirect URL for sign-ins that do not specify one; an empty text clears it' }),
);

const names = t.optional(t.list(t.text({ maxLength: 255 })));
const attributeName = t.text({ maxLength: 512, description: 'Name of the assertion attribute' });

export const mappedProof =
  'If empty, addresses in the connection’s own domains count as verified. Other addresses never do';
export const mappedPhone = 'If empty, no number counts as verified';
export const mappedValues =
  'Texts are converted to numbers and flags; values that do not fit the attribute are left out';

const attributes = {
  ...t.each(mappedFields, () => attributeName),
  username: attributeName,
  group: attributeName,
  verifiedEmail: t.text({
    maxLength: 512,
    description: `Name of the assertion attribute that is \`true\` for a verified address. ${mappedProof}`,
  }),
  verifiedPhone: t.text({
    maxLength: 512,
    description: `Name of the assertion attribute that is \`true\` for a verified phone number. ${mappedPhone}`,
  }),
  customAttributes: t.map(attributeName, {
    description: `Maps Latchkey’s attributes to the identity provider’s. ${mappedValues}`,
  }),
};

export const attributeMappingSchema = t.object(attributes, { $id: 'SsoAttributeMapping' });

export const attributeMapping = t.optional(
  t.object(t.partial(attributes), {
    description: 'Replaced as a whole. Fields without a name use the common names of identity providers',
  }),
);

export const roleMappings = t.optional(
  t.list(t.object({ groups: names, roleName: t.text({ maxLength: 255 }) }), {
    maxItems: 500,
    description: 'The role of users in any of the groups',
  }),
);

export const defaultRoles = t.optional(
  t.list(t.text({ maxLength: 255 }), {
    description: 'The roles of all users who sign in through the connection',
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
  { description: 'Must be empty, otherwise the request fails with E501001' },
);

export const renewUserDetails = t.optional(
  t.flag({
    description:
      'Update a user’s name, address, phone and mapped attributes from the identity provider at each sign-in, not only at ' +
      'the first one',
  }),
);

export const groupOverage = t.optional(
  t.choice(['keepRoles', 'refuse'], {
    description:
      'What happens if an Entra ID user is in more groups than Entra ID sends. `keepRoles`: roles stay as they ' +
      'were at the last sign-in; `refuse`: the sign-in fails. Default: `keepRoles`',
  }),
);

export const laterText = t.optional(t.text({ description: 'Fails with E501001 unless it is empty' }));
export const providerId = t.optional(
  t.text({
    description: 'The kind of identity provider, for your own screens; returned as sent',
  }),
);
const refusedKey = t.optional(
  t.text({
    maxLength: 65_536,
    description: 'Not supported (E501001), because every connection has its own key',
  }),
);

/** The answer to setting up SAML from metadata. */
export const configuredByMetadata = t.object({
  leftOutCertificates: t.optional(
    t.list(t.text(), {
      description: 'Why certificates in the metadata are not used. Absent if all of them are used',
    }),
  ),
});

/** The fields that both ways of setting up SAML share. */
export const samlDetails = {
  attributeMapping,
  roleMappings,
  defaultSSORoles: defaultRoles,
  groupsPriority: t.optional(
    t.list(t.text({ maxLength: 255 }), {
      description:
        'Highest priority first. If not empty, only the first of these groups that the user is in counts',
    }),
  ),
  subjectNameIdFormat: t.optional(t.text({ description: 'The NameID format to request; empty: any' })),
  spACSUrl: t.optional(
    t.text({ description: 'Used instead of Latchkey’s own, to migrate an existing service provider' }),
  ),
  spEntityId: t.optional(
    t.text({ description: 'Used instead of Latchkey’s own, to migrate an existing service provider' }),
  ),
  spEncryptionKey: refusedKey,
  spSignKey: refusedKey,
  signRequests: t.optional(t.flag({ description: 'Default: as the metadata requests, otherwise no' })),
  requestBinding: t.optional(
    t.choice(['redirect', 'post'], {
      description: 'Default: `redirect`, or `post` if the metadata has only that',
    }),
  ),
  allowIdpInitiated: t.optional(
    t.flag({ description: 'Allow sign-ins that start at the identity provider. Default: false' }),
  ),
  renewUserDetails,
  groupOverage,
  fgaMappings: t.optional(fgaMappingsSchema),
  configFGATenantIDResourcePrefix: laterText,
  configFGATenantIDResourceSuffix: laterText,
  providerID: providerId,
  scimProviderID: laterText,
};

const detailsObject = t.object(samlDetails);
type SamlDetails = Static<typeof detailsObject>;

/** Reads all details. Those that the request leaves out become empty. */
export function detailsFromWire(
  settings: SamlDetails,
  envelope: { redirectUrl?: string; domains?: string[] },
): ConnectionDetails {
  for (const field of ['spEncryptionKey', 'spSignKey'] as const) {
    if (settings[field])
      throw new ServiceError(
        'E501001',
        `${field} cannot be set, because every connection has its own key. Leave it out`,
      );
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
    extra: { providerID: settings.providerID ?? '', groupOverage: settings.groupOverage ?? 'keepRoles' },
  };
}

export function roleMappingsFromWire(
  mappings: { groups?: string[]; roleName: string }[] | undefined,
): ConnectionDetails['roleMappings'] {
  return mappings?.map(({ groups = [], roleName }) => ({ groups, roleName }));
}
