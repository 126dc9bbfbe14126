import type { Part } from './elements.ts';
import type { Facts } from './facts.ts';
import {
  account,
  addableFactors,
  back,
  codeField,
  error,
  identifying,
  lead,
  link,
  main,
  newPassword,
  otherFactors,
  otherWays,
  password,
  signingUp,
  text,
  title,
  trust,
} from './parts.ts';
import { profileScreens } from './profile-screens.ts';

/** All screens, by their ID, which is also the name of their file. `docs/flows.md` describes them. */
export const screens = {
  'sign-up-or-in': (facts) => [
    ...identifying(facts),
    ...(facts.signUp ? [link('createAccount', facts.words.signIn.signUp)] : []),
  ],
  'sign-in': identifying,
  'sign-up': signingUp,
  'create-account': (facts) => [...signingUp(facts), back(facts)],
  password: (facts) => [
    title(facts.words.password.title),
    account,
    password('password', facts.words.password.label),
    error,
    main('signIn', facts.words.password.submit),
    link('forgot', facts.words.password.forgot),
    ...otherWays(facts, 'password'),
    back(facts),
  ],
  'create-password': (facts) => [
    title(facts.words.password.newTitle),
    account,
    ...newPassword(facts),
    error,
    main('createAccount', facts.words.password.create),
    ...otherWays(facts, 'password', facts.words.methods.signUpHeading),
    back(facts),
  ],
  'replace-password': (facts) => [
    title(facts.words.password.replaceTitle),
    text(facts.words.password.replaceLead, 'hint'),
    password('oldPassword', facts.words.password.oldLabel),
    ...newPassword(facts),
    error,
    main('setPassword', facts.words.password.replace),
    back(facts),
  ],
  'reset-sent': (facts) => [
    title(facts.words.reset.sentTitle),
    lead,
    { part: 'polling' },
    error,
    link('resend', facts.words.link.again),
    back(facts),
  ],
  'set-password': (facts) => [
    title(facts.words.reset.title),
    text(facts.words.reset.endsOthers, 'hint'),
    ...newPassword(facts),
    error,
    main('setPassword', facts.words.reset.submit),
  ],
  code: (facts) => [
    title(facts.words.code.title),
    lead,
    codeField(facts.words.code.label),
    error,
    main('continue', facts.words.signUp.next),
    link('resend', facts.words.code.again),
    ...otherWays(facts),
    back(facts),
  ],
  link: (facts) => [
    title(facts.words.link.title),
    lead,
    { part: 'polling' },
    error,
    link('resend', facts.words.link.again),
    ...otherWays(facts, 'magicLink'),
    back(facts),
  ],
  'open-link': (facts) => [
    title(facts.words.verify.title({ project: facts.projectName })),
    text(facts.words.verify.lead, 'hint'),
    error,
    main('signIn', facts.words.verify.submit),
  ],
  'opened-elsewhere': ({ words, flowWords }) => [
    title(flowWords.elsewhereTitle),
    text(flowWords.elsewhere, 'hint'),
    error,
    main('back', words.dead.again),
  ],
  authenticator: (facts) => [
    title(facts.words.totp.title),
    text(facts.words.totp.lead, 'hint'),
    codeField(facts.words.enrol.label),
    error,
    main('continue', facts.words.totp.submit),
    ...otherWays(facts, 'totp'),
    back(facts),
  ],
  'set-up-authenticator': ({ words }) => [
    title(words.enrol.title),
    text(words.enrol.lead, 'hint'),
    { part: 'qrCode' },
    text(`${words.enrol.key}: {{totp.secret}}`, 'key'),
    codeField(words.enrol.label),
    error,
    main('continue', words.enrol.submit),
    link('skip', words.enrol.later),
  ],
  organization: (facts) => [
    title(facts.words.sso.title),
    text(facts.words.sso.lead, 'hint'),
    error,
    main('continue', facts.words.sso.go),
    ...otherWays(facts, 'sso'),
    back(facts),
  ],
  'provider-problem': (facts) => [
    title(facts.words.oauth.title),
    text('{{problem}}', 'problem'),
    main('back', facts.words.oauth.other),
  ],
  'start-over': ({ words }) => [
    title(words.dead.title),
    text('{{problem}}', 'problem'),
    main('back', words.dead.again),
  ],
  'second-factor': (facts) => [
    title(facts.words.secondFactor.title),
    lead,
    codeField(facts.words.enrol.label),
    ...trust(facts),
    error,
    main('continue', facts.words.secondFactor.submit),
    link('resend', facts.words.code.again),
    ...otherFactors(facts),
  ],
  'second-factor-passkey': (facts) => [
    title(facts.words.secondFactor.title),
    lead,
    ...trust(facts),
    error,
    { ...main('usePasskey', facts.words.passkey.use), needsPasskeys: true },
    ...otherFactors(facts),
  ],
  'second-factor-recovery-code': (facts) => {
    const { secondFactor } = facts.words;
    const field = {
      part: 'field',
      name: 'recoveryCode',
      kind: 'text',
      label: secondFactor.recoveryCode,
    } as const;
    return [
      title(secondFactor.title),
      lead,
      { ...field, autocomplete: 'off', maxLength: 64 },
      ...trust(facts),
      error,
      main('continue', secondFactor.submit),
      ...otherFactors(facts),
    ];
  },
  'second-factor-password': (facts) => [
    title(facts.words.secondFactor.title),
    lead,
    password('password', facts.words.password.label),
    ...trust(facts),
    error,
    main('continue', facts.words.secondFactor.submit),
    ...otherFactors(facts),
  ],
  'add-factor': (facts) => [
    title(facts.words.addFactor.title),
    lead,
    error,
    ...addableFactors(facts),
    link('skip', facts.words.addFactor.later),
  ],
  'add-passkey': ({ words }) => [
    title(words.addPasskey.title),
    text(words.addPasskey.lead, 'hint'),
    error,
    { ...main('createPasskey', words.addPasskey.use), needsPasskeys: true },
    link('back', words.addPasskey.other),
  ],
  'offer-passkey': ({ words, flowWords }) => [
    title(words.offerPasskey.title),
    text(flowWords.offerPasskey, 'hint'),
    error,
    { ...main('createPasskey', words.offerPasskey.use), needsPasskeys: true },
    link('skip', words.offerPasskey.later),
  ],
  'step-up': (facts) => [
    title(facts.words.secondFactor.title),
    text(facts.flowWords.chooseFactor, 'hint'),
    error,
    ...otherFactors(facts),
  ],
  unavailable: ({ words }) => [title(words.secondFactor.title), lead],
  ...profileScreens,
} satisfies Record<string, (facts: Facts) => Part[]>;

export type ScreenId = keyof typeof screens;

export const screenIds = Object.keys(screens) as ScreenId[];

/** Returns the ID of a screen in addresses and answers. A changed flow has its own screens, and a custom attribute has one with the ID of its flow. */
export function addressOf({ id, isChanged }: { id: string; isChanged: boolean }, screen: ScreenId): string {
  if (isChanged) return `${id}--${screen}`;
  const isOfAttribute = screen === 'user-profile-attribute' || screen === 'tenant-profile-attribute';
  return isOfAttribute ? id : screen;
}
