import { linkFields, nameFields } from '../../../components/users/profile-fields.ts';
import type { Protocol } from './draft.ts';

const common = [
  ...nameFields,
  'email',
  'verifiedEmail',
  'phoneNumber',
  'verifiedPhone',
  'username',
  ...linkFields,
  'group',
];

/**
 * Returns the fields that can be mapped. In SAML, the login ID is the NameID or the attribute mapped to the username.
 */
export function fieldsOf(protocol: Protocol): string[] {
  return protocol === 'oidc' ? ['loginId', ...common] : common;
}
