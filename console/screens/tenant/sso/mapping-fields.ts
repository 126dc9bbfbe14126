import type { Protocol } from './draft.ts';

const common = [
  'name',
  'givenName',
  'middleName',
  'familyName',
  'email',
  'verifiedEmail',
  'phoneNumber',
  'verifiedPhone',
  'username',
  'picture',
  'group',
];

/**
 * Returns the fields that can be mapped. In SAML, the login ID is the NameID or the attribute mapped to the username.
 */
export function fieldsOf(protocol: Protocol): string[] {
  return protocol === 'oidc' ? ['loginId', ...common] : common;
}
