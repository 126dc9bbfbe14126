import { readPhoneNumber } from '../../../../core/phone-number.ts';
import { allProfileFields, profileFields, type TextField } from '../../../../core/profile-fields.ts';
import { type Claims, claimAt, isTrue, objectOf, textOf } from '../../../../protocols/oidc/claims.ts';
import { isEmail, readEmail } from '../../../directory/users/identifiers/address.ts';
import { type MappedField, mappedAs } from '../attribute-mapping.ts';
import { nameSources, type SsoPerson, statedTexts, withoutAbsent } from '../details.ts';
import { type Gap, groupOverage, unusableDetails } from '../gaps.ts';
import { SsoRefusal } from '../refusal.ts';
import type { ClaimMapping } from './settings.ts';

type Mapped = Exclude<keyof ClaimMapping, 'customAttributes'>;

/** The standard claims of OpenID Connect Core §5.1. There is no standard for groups: Cognito, AD FS, JumpCloud and ZITADEL have their own. */
const usualClaims = {
  ...(Object.fromEntries(
    allProfileFields.map((field) => [mappedAs(field), [profileFields[field].claim]]),
  ) as Record<MappedField, string[]>),
  loginId: [],
  username: [],
  verifiedEmail: ['email_verified'],
  verifiedPhone: ['phone_number_verified'],
  group: [
    ...['groups', 'roles', 'cognito:groups', 'group', 'role', 'memberOf'],
    'urn:zitadel:iam:org:project:roles',
  ],
} satisfies Record<Mapped, string[]>;

const maxGroups = 1_000;
const maxGroupLength = 512;
const maxSubjectLength = 255;

/**
 * Reads the person from the claims. Only the issuer and `sub` identify the person, whatever is mapped: any other claim can
 * be given to another person, or chosen by the person.
 */
export function readOidcPerson(claims: Claims, mapping: ClaimMapping, userInfoProblem?: string): SsoPerson {
  const sourceOf = (field: Mapped): string | undefined => {
    const names: string[] = mapping[field] ? [mapping[field]] : usualClaims[field];
    return names.find((name) => ![undefined, ''].includes(claimAt(claims, name) as string));
  };
  const value = (field: Mapped): unknown => {
    const source = sourceOf(field);
    return source === undefined ? undefined : claimAt(claims, source);
  };
  const text = (field: Mapped) => textOf(value(field)).trim();
  const sub = claims['sub'];
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength || /\p{C}/u.test(sub)) {
    throw new SsoRefusal('subject', 'The identity provider did not identify the user (`sub`).');
  }
  const groups = value('group');
  const missing = gapsOf(claims, groups, userInfoProblem);
  const said = text('email');
  const email = isEmail(said) ? readEmail(said) : '';
  const phone = text('phoneNumber');
  const stated = (field: TextField | 'phone') => text(mappedAs(field));
  const texts = statedTexts(stated);
  return {
    subject: sub,
    loginId: text('loginId') || text('username') || email || sub,
    groups: groups === undefined && missing.length > 0 ? undefined : groupsOf(groups),
    gaps: [...missing, ...unusableDetails(stated, said ? [said] : [])],
    sources: {
      ...withoutAbsent({
        subject: 'sub',
        email: email ? sourceOf('email') : undefined,
        group: sourceOf('group'),
      }),
      name: nameSources(sourceOf, texts),
    },
    emails: email ? [email] : [],
    ...emailVerified(mapping, value('verifiedEmail')),
    phoneVerified: mapping.verifiedPhone !== '' && isTrue(value('verifiedPhone')),
    customAttributes: Object.fromEntries(
      Object.entries(mapping.customAttributes).map(([ours, theirs]) => [
        ours,
        valuesOf(claimAt(claims, theirs)),
      ]),
    ),
    details: {
      ...texts,
      email,
      // Leaves out unusable values: an invalid phone number must not prevent a sign-in.
      phone: readPhoneNumber(phone) ?? '',
    },
  };
}

/** Trusts a provider that sends no flag about addresses of its own domains, unless a claim was mapped. */
function emailVerified(mapping: ClaimMapping, value: unknown): Pick<SsoPerson, 'emailVerified'> {
  if (!mapping.verifiedEmail && value === undefined) return {};
  return { emailVerified: isTrue(value) };
}

function gapsOf(claims: Claims, groups: unknown, userInfoProblem: string | undefined): Gap[] {
  const isOverage =
    groups === undefined &&
    (claimAt(objectOf(claims['_claim_names']), 'groups') !== undefined || isTrue(claims['hasgroups']));
  return [
    ...(isOverage ? [groupOverage(200)] : []),
    ...(userInfoProblem === undefined
      ? []
      : [
          {
            kind: 'userinfo' as const,
            finding: { code: 'userInfoFailed' as const, values: { reason: userInfoProblem } },
          },
        ]),
  ];
}

function valuesOf(value: unknown): unknown[] {
  return value === undefined ? [] : [value].flat();
}

/** Reads groups: a list, an object whose members they name, or, for a user in one group, often only its name. */
function groupsOf(value: unknown): string[] {
  const named = Array.isArray(value) ? value : [value, ...Object.keys(objectOf(value))];
  const groups = named.map((group) => textOf(group).trim());
  return [...new Set(groups)].filter((group) => group && group.length <= maxGroupLength).slice(0, maxGroups);
}
