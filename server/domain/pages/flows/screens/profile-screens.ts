import { profileFields, type TextField } from '../../../../core/profile-fields.ts';
import { attributeLimits } from '../../../directory/custom-attributes/attribute.ts';
import type { Part } from './elements.ts';
import type { Facts } from './facts.ts';
import { back, codeField, error, lead, link, main, newPassword, text, title } from './parts.ts';
import { tenantScreens } from './tenant-screens.ts';

/** The screen of a field that the user changes without a code. An empty field removes the value. */
function detail(name: TextField): (facts: Facts) => Part[] {
  return ({ accountWords: { profile }, flowWords, save }) => {
    const { kind, autocomplete, maxLength } = profileFields[name];
    const label = profile.details[name];
    return [
      title(label),
      {
        part: 'field',
        name,
        kind: 'text',
        label,
        autocomplete,
        maxLength,
        isOptional: true,
      },
      text(kind === 'link' ? profile.pictureHint : flowWords.profile.emptyRemoves, 'hint'),
      error,
      main('save', save),
    ];
  };
}

/** A screen that only asks whether to go on. */
function question(words: (facts: Facts) => { title: string; lead: string }): (facts: Facts) => Part[] {
  return (facts) => {
    const asked = words(facts);
    return [title(asked.title), text(asked.lead), error, main('continue', facts.words.signUp.next)];
  };
}

/** The screens of the profile widgets, which the component draws before the flow has begun. */
export const profileScreens = {
  'user-profile-name': detail('name'),
  'user-profile-given-name': detail('givenName'),
  'user-profile-middle-name': detail('middleName'),
  'user-profile-family-name': detail('familyName'),
  'user-profile-picture': detail('picture'),
  'user-profile-attribute': attributeScreen,
  'user-profile-email': ({ accountWords: { addresses }, words }) => [
    title(addresses.email.label),
    {
      part: 'field',
      name: 'email',
      kind: 'email',
      label: addresses.email.newLabel,
      autocomplete: 'email',
    },
    error,
    main('continue', words.signUp.next),
  ],
  'user-profile-phone': ({ accountWords: { addresses }, words }) => [
    title(addresses.phone.label),
    {
      part: 'field',
      name: 'phone',
      kind: 'phone',
      label: addresses.phone.newLabel,
      autocomplete: 'tel',
    },
    error,
    main('continue', words.signUp.next),
  ],
  'user-profile-code': (facts) => [
    title(facts.accountWords.addresses.codeTitle),
    lead,
    codeField(facts.words.code.label),
    error,
    main('continue', facts.words.signUp.next),
    link('resend', facts.words.code.again),
    back(facts),
  ],
  'user-profile-password': (facts) => [
    title(facts.accountWords.password.title),
    ...newPassword(facts),
    { part: 'checkbox', name: 'endOthers', text: facts.accountWords.password.endOthers, isChecked: true },
    error,
    main('save', facts.save),
  ],
  'user-profile-authenticator': question(({ accountWords: { totp } }) => ({
    title: totp.title,
    lead: totp.isNotSet,
  })),
  'user-profile-authenticator-code': ({ words }) => [
    title(words.enrol.title),
    text(words.enrol.lead),
    { part: 'qrCode' },
    text(`${words.enrol.key}: {{totp.secret}}`, 'key'),
    codeField(words.enrol.label),
    error,
    main('continue', words.signUp.next),
  ],
  'user-profile-remove-authenticator': question(({ accountWords, flowWords }) => ({
    title: accountWords.totp.title,
    lead: flowWords.profile.removeAuthenticator,
  })),
  'user-profile-passkey': (facts) => [
    title(facts.accountWords.passkeys.title),
    text(facts.accountWords.passkeys.lead),
    error,
    { ...main('continue', facts.words.signUp.next), needsPasskeys: true },
  ],
  'user-profile-remove-passkey': question(({ accountWords, flowWords }) => ({
    title: accountWords.passkeys.title,
    lead: flowWords.profile.removePasskey,
  })),
  'user-profile-recovery-codes': (facts) => [
    title(facts.accountWords.recoveryCodes.title),
    text(facts.accountWords.recoveryCodes.none),
    error,
    main('continue', facts.words.signUp.next),
    link('remove', facts.accountWords.recoveryCodes.remove),
  ],
  'user-profile-recovery-codes-shown': ({ accountWords: { recoveryCodes } }) => [
    title(recoveryCodes.title),
    text(recoveryCodes.shown),
    text('{{recoveryCodes}}', 'recoveryCodes'),
    error,
    main('continue', recoveryCodes.goOn),
  ],
  'user-profile-remove-device': question(({ accountWords, flowWords }) => ({
    title: accountWords.devices.title,
    lead: flowWords.profile.removeDevice,
  })),
  ...tenantScreens,
  'tenant-profile-attribute': attributeScreen,
  'user-profile-delete-account': question(({ accountWords, flowWords }) => ({
    title: accountWords.data.deleteTitle,
    lead: flowWords.profile.deleteAccount,
  })),
} satisfies Record<string, (facts: Facts) => Part[]>;

export type ProfileScreenId = keyof typeof profileScreens;

export function isProfileScreen(screen: string): screen is ProfileScreenId {
  return Object.hasOwn(profileScreens, screen);
}

function attributeScreen(facts: Facts): Part[] {
  const { attribute, save } = facts;
  const name = attribute?.displayName || attribute?.name || '';
  return [title(name), ...attributeField(facts), error, main('save', save)];
}

function attributeField({ attribute, accountWords: { profile }, flowWords }: Facts): Part[] {
  if (!attribute) return [];
  const { name, type, displayName, options } = attribute;
  const label = displayName || name;
  const { emptyRemoves, date } = flowWords.profile;
  if (type === 'boolean') return [{ part: 'checkbox', name: 'value', text: label }];
  if (type === 'singleSelect' || type === 'multiSelect')
    return [{ part: 'choice', name: 'value', label, options, isMultiple: type === 'multiSelect' }];
  const field = { part: 'field', name: 'value', kind: 'text', label, autocomplete: 'off' } as const;
  const hint = type === 'date' ? date : type === 'monthDay' ? profile.monthDay : emptyRemoves;
  return [{ ...field, isOptional: true, maxLength: attributeLimits.textBytes }, text(hint, 'hint')];
}
