import { objectOf, textOf } from '../../../../protocols/oidc/claims.ts';
import type { ProviderDefinition } from './definition.ts';
import { readStandardClaims } from './read-claims.ts';

/**
 * Apple's ID provider. The name comes once, at the first sign-in, beside the ID token and unsigned; the address beside it is
 * ignored for that reason.
 */
export const apple: ProviderDefinition = {
  title: 'Apple',
  protocol: 'oidc',
  issuer: 'https://appleid.apple.com',
  scopes: ['openid', 'name', 'email'],
  authentication: 'post',
  answersByForm: true,
  signsSecret: true,
  readProfile({ claims, form }) {
    const profile = readStandardClaims({ claims, userInfo: {}, emails: undefined, form: {} });
    const { firstName, lastName } = objectOf(form['name']);
    const [givenName, familyName] = [textOf(firstName).slice(0, 256), textOf(lastName).slice(0, 256)];
    const name = [givenName, familyName].filter(Boolean).join(' ').slice(0, 256);
    return { ...profile, name, givenName, familyName };
  },
};
