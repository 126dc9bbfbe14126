import { type Claims, claimAt, textOf } from '../../../../protocols/oidc/claims.ts';
import { isEmail, isPhone, readEmail } from '../../../directory/users/identifiers/address.ts';
import { isTrue, type SsoPerson } from '../details.ts';
import { SsoRefusal } from '../refusal.ts';
import type { ClaimMapping } from './settings.ts';

type Mapped = Exclude<keyof ClaimMapping, 'customAttributes'>;

/** OpenID Connect Core §5.1; there is no standard for groups. */
const usualClaims: Record<Mapped, string[]> = {
  loginId: [],
  username: [],
  name: ['name'],
  email: ['email'],
  phoneNumber: ['phone_number'],
  verifiedEmail: ['email_verified'],
  verifiedPhone: ['phone_number_verified'],
  picture: ['picture'],
  givenName: ['given_name'],
  middleName: ['middle_name'],
  familyName: ['family_name'],
  group: ['groups', 'roles'],
};

const maxGroups = 1_000;
const maxGroupLength = 512;
const maxSubjectLength = 255;

/**
 * What the claims say about a person. Who it is only the issuer and `sub` say, whatever is mapped: every other claim
 * can be given to somebody else, or chosen by the person.
 */
export function readOidcPerson(claims: Claims, mapping: ClaimMapping): SsoPerson {
  const value = (field: Mapped): unknown => {
    const names = mapping[field] ? [mapping[field]] : usualClaims[field];
    return names.map((name) => claimAt(claims, name)).find((found) => found !== undefined);
  };
  const text = (field: Mapped) => textOf(value(field)).trim();
  const sub = claims['sub'];
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength || /\p{C}/u.test(sub)) {
    throw new SsoRefusal('subject', 'The identity provider does not say who signed in (`sub`).');
  }
  const email = isEmail(text('email')) ? readEmail(text('email')) : '';
  const phone = text('phoneNumber');
  const picture = text('picture');
  return {
    subject: sub,
    loginId: text('loginId') || text('username') || email || sub,
    groups: groupsOf(value('group')),
    ...emailVerified(mapping, value('verifiedEmail')),
    phoneVerified: mapping.verifiedPhone !== '' && isTrue(value('verifiedPhone')),
    customAttributes: Object.fromEntries(
      Object.entries(mapping.customAttributes).map(([ours, theirs]) => [
        ours,
        valuesOf(claimAt(claims, theirs)),
      ]),
    ),
    details: {
      name: text('name') || [text('givenName'), text('familyName')].filter(Boolean).join(' '),
      givenName: text('givenName'),
      middleName: text('middleName'),
      familyName: text('familyName'),
      email,
      // What is not usable is left out: a strange phone number must not keep anybody from signing in.
      phone: isPhone(phone) ? phone : '',
      picture: /^https:\/\//i.test(picture) && URL.canParse(picture) ? picture : '',
    },
  };
}

/** A provider that says nothing is believed about addresses of its own domains, unless a claim was named. */
function emailVerified(mapping: ClaimMapping, value: unknown): Pick<SsoPerson, 'emailVerified'> {
  if (!mapping.verifiedEmail && value === undefined) return {};
  return { emailVerified: isTrue(value) };
}

function valuesOf(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}

/** An array or, of somebody in one group, often only its name. */
function groupsOf(value: unknown): string[] {
  const groups = (Array.isArray(value) ? value : [value]).map(textOf);
  return [...new Set(groups)].filter((group) => group && group.length <= maxGroupLength).slice(0, maxGroups);
}
