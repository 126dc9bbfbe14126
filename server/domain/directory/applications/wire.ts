import { t } from '../../../http/schema.ts';
import { attributeValues } from '../custom-attributes/wire.ts';
import { applicationIdRule } from './kinds.ts';

/** A required text: an empty one is refused as missing. */
export const filled = { emptyIsAbsent: true, maxLength: 255 };

/** The largest body: a hundred mappings, scopes and URLs. */
export const bodyLimitBytes = 512 * 1024;

/** The details of an application that users see, and its custom attributes. */
export const detailsInput = {
  name: t.text({ ...filled, description: 'Unique in the project; case-insensitive' }),
  description: t.optional(t.text({ maxLength: 1_024 })),
  logo: t.optional(
    t.text({ maxLength: 16_384, description: 'A URL, or a picture as a data: URL of at most 16 KiB' }),
  ),
  customAttributes: t.optional(
    attributeValues({
      maxProperties: 100,
      description:
        'Values by attribute name. Replaces all values; absent: keeps them. An attribute that is `null` is left out',
    }),
  ),
};

/** The ID of a new application. */
export const newAppId = t.checkedLater(
  t.reference({ maxLength: 64, description: `${applicationIdRule}. Default: a new ID` }),
);

/** The ways in which a client proves its identity. */
export const clientAuthenticationInput = {
  tokenEndpointAuthMethod: t.optional(
    t.choice(['', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'], {
      description:
        'The authentication of the client. Empty: with its keys if it has any, otherwise with its secret',
    }),
  ),
  jwks: t.optional(
    t.object(
      { keys: t.optional(t.list(t.map(t.any(), { maxProperties: 20 }), { maxItems: 20 })) },
      { description: 'The client’s public keys for `private_key_jwt`, as JSON Web Keys' },
    ),
  ),
  jwksUri: t.optional(t.text({ description: 'Where the client publishes its keys, instead of `jwks`' })),
};

/** The settings of ID tokens. */
export const idTokenInput = {
  userClaimsInIdToken: t.optional(
    t.flag({
      description:
        'The ID token has the claims of `profile`, `email` and `phone`, too, for applications that never ' +
        'request `userinfo`',
    }),
  ),
};

export const clientAuthenticationSchema = {
  tokenEndpointAuthMethod: t.choice(['', 'client_secret_basic', 'client_secret_post', 'private_key_jwt']),
  jwks: t.object({ keys: t.list(t.map(t.any())) }),
  jwksUri: t.text(),
};
