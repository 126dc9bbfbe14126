import { profileFields } from '../../../../core/profile-fields.ts';
import { isWebUrl } from '../../../../core/url.ts';
import { isTrue, textOf } from '../../../../protocols/oidc/claims.ts';
import { OidcError } from '../../../../protocols/oidc/error.ts';
import { isEmail, readEmail } from '../../../directory/users/identifiers/address.ts';
import type { ProviderAnswer, ProviderProfile } from './definition.ts';

/** Reads the standard claims (OpenID Connect Core §5.1), those of the ID token before those of the userinfo. LinkedIn and Apple write flags as text. */
export function readStandardClaims({ claims, userInfo }: ProviderAnswer): ProviderProfile {
  const all = { ...userInfo, ...claims };
  const email = textOf(all['email']);
  const sources = [claims, userInfo].filter((source) => textOf(source['email']) === email);
  return profileOf({
    subject: all['sub'],
    email,
    emailVerified: sources.some((source) => isTrue(source['email_verified'])),
    name: all['name'],
    givenName: all['given_name'],
    familyName: all['family_name'],
    picture: all['picture'],
  });
}

interface RawProfile {
  subject: unknown;
  email?: unknown;
  emailVerified: boolean;
  name?: unknown;
  givenName?: unknown;
  familyName?: unknown;
  picture?: unknown;
}

/** Keeps the usable values of a profile. Only the subject is required. */
export function profileOf(raw: RawProfile): ProviderProfile {
  const email = textOf(raw.email);
  const isUsable = isEmail(email);
  return {
    subject: subjectOf(raw.subject),
    email: isUsable ? readEmail(email) : '',
    emailVerified: isUsable && raw.emailVerified,
    name: nameOf(raw.name),
    givenName: nameOf(raw.givenName),
    familyName: nameOf(raw.familyName),
    picture: pictureOf(raw.picture),
  };
}

/** Reads the subject, which GitHub and others send as a number. */
function subjectOf(value: unknown): string {
  const subject = Number.isSafeInteger(value) ? String(value) : textOf(value);
  if (subject !== '' && subject.length <= 255) return subject;
  throw new OidcError('response', 'the provider did not identify the user');
}

function nameOf(value: unknown): string {
  return [...textOf(value)].slice(0, profileFields.name.maxLength).join('');
}

function pictureOf(value: unknown): string {
  const picture = textOf(value);
  const isUsable =
    picture.length <= profileFields.picture.maxLength && /^https:/i.test(picture) && isWebUrl(picture);
  return isUsable ? picture : '';
}
