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

/** The details that can be mapped. In SAML the login ID is the NameID or what is mapped to the user name. */
export function fieldsOf(protocol: Protocol): string[] {
  return protocol === 'oidc' ? ['loginId', ...common] : common;
}
