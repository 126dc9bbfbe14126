import type { Part } from './elements.ts';
import type { Facts } from './facts.ts';
import {
  account,
  addableFactors,
  addressField,
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
  providerButtons,
  signUpLabel,
  text,
  title,
  trust,
} from './parts.ts';

/** All screens, by their ID, which is also the name of their file. `docs/flows.md` describes them. */
export const screens = {
  'sign-up-or-in': (facts) => [
    ...identifying(facts),
    ...(facts.signUp ? [link('createAccount', facts.words.signIn.signUp)] : []),
  ],
  'sign-in': identifying,
  'sign-up': (facts) => {
    const { words, projectName, signUp, flowWords } = facts;
    const heading = title(words.signUp.title({ project: projectName }));
    if (!signUp) return [heading, text(flowWords.signUpClosed)];
    const name = { part: 'field', name: 'name', kind: 'text', label: words.signUp.name } as const;
    return [
      heading,
      addressField(facts, signUpLabel(facts)),
      { ...name, autocomplete: 'name', isOptional: true, maxLength: 100 },
      error,
      main('continue', words.signUp.next),
      ...providerButtons(facts, words.methods.signUpHeading),
    ];
  },
  password: (facts) => [
    title(facts.words.password.title),
    account,
    password('password', facts.words.password.label),
    error,
    main('signIn', facts.words.password.submit),
    link('forgot', facts.words.password.forgot),
    ...otherWays(facts),
    back(facts),
  ],
  'create-password': (facts) => [
    title(facts.words.password.newTitle),
    account,
    ...newPassword(facts),
    error,
    main('createAccount', facts.words.password.create),
    ...otherWays(facts, facts.words.methods.signUpHeading),
    back(facts),
  ],
  'replace-password': (facts) => [
    title(facts.words.password.replaceTitle),
    text(facts.words.password.replaceLead),
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
    text(facts.words.reset.endsOthers),
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
    ...otherWays(facts),
    back(facts),
  ],
  'open-link': (facts) => [
    title(facts.words.verify.title({ project: facts.projectName })),
    text(facts.words.verify.lead),
    error,
    main('signIn', facts.words.verify.submit),
  ],
  'opened-elsewhere': ({ words, flowWords }) => [
    title(flowWords.elsewhereTitle),
    text(flowWords.elsewhere),
    error,
    main('back', words.dead.again),
  ],
  authenticator: (facts) => [
    title(facts.words.totp.title),
    text(facts.words.totp.lead),
    codeField(facts.words.enrol.label),
    error,
    main('continue', facts.words.totp.submit),
    ...otherWays(facts),
    back(facts),
  ],
  'set-up-authenticator': ({ words }) => [
    title(words.enrol.title),
    text(words.enrol.lead),
    { part: 'qrCode' },
    text(`${words.enrol.key}: {{totp.secret}}`, 'key'),
    codeField(words.enrol.label),
    error,
    main('continue', words.enrol.submit),
    link('skip', words.enrol.later),
  ],
  organization: (facts) => [
    title(facts.words.sso.title),
    text(facts.words.sso.lead),
    error,
    main('continue', facts.words.sso.go),
    ...otherWays(facts),
    back(facts),
  ],
  'provider-problem': (facts) => [
    title(facts.words.oauth.title),
    text('{{problem}}', 'problem'),
    main('back', facts.words.oauth.other),
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
    text(words.addPasskey.lead),
    error,
    { ...main('createPasskey', words.addPasskey.use), needsPasskeys: true },
    link('back', words.addPasskey.other),
  ],
  'offer-passkey': ({ words, flowWords }) => [
    title(words.offerPasskey.title),
    text(flowWords.offerPasskey),
    error,
    { ...main('createPasskey', words.offerPasskey.use), needsPasskeys: true },
    link('skip', words.offerPasskey.later),
  ],
  unavailable: () => [title('{{title}}'), lead],
} satisfies Record<string, (facts: Facts) => Part[]>;

export type ScreenId = keyof typeof screens;

export const screenIds = Object.keys(screens) as ScreenId[];
