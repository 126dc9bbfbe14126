import { dayIn, type Language, textWith } from '../../../../core/languages/language.ts';
import type { Texts } from '../../../../core/languages/texts.ts';

/** `problem`: somebody must change something. `notice`: worth knowing, and perhaps meant. */
export type FindingLevel = (typeof findingLevels)[number];

/** The levels, the most urgent first. */
export const findingLevels = ['problem', 'notice', 'fine'] as const;

export type FindingCode = keyof Texts['ssoFindings'];

/** The possible findings of a connection test. The languages have a sentence for each, which says what to do, too. */
const levels: Record<FindingCode, FindingLevel> = {
  tokenAuthAccepted: 'fine',
  tokenAuthNone: 'notice',
  tokenAuthOther: 'problem',
  tokenAuthNeither: 'problem',
  tokenAuthUnknown: 'problem',
  tokenAuthNotAnnounced: 'notice',
  userInfoAgrees: 'fine',
  userInfoOther: 'problem',
  tokenAuthMissing: 'problem',
  userInfoAbsent: 'notice',
  userInfoFailed: 'problem',
  claimsFrom: 'fine',
  tokenAlgorithm: 'fine',
  tokenAlgorithmNotAnnounced: 'notice',
  tokenAlgorithmRefused: 'problem',
  responseSigned: 'fine',
  assertionSigned: 'fine',
  bothSigned: 'fine',
  encrypted: 'fine',
  notEncrypted: 'fine',
  certificate: 'fine',
  certificateEndsSoon: 'notice',
  certificateEnded: 'notice',
  nameId: 'fine',
  nameIdReplaced: 'notice',
  subjectMissing: 'problem',
  clock: 'fine',
  clockAhead: 'notice',
  clockBehind: 'notice',
  nameFound: 'fine',
  nameMissing: 'notice',
  emailFound: 'fine',
  emailMissing: 'notice',
  emailForeign: 'problem',
  emailNotProven: 'notice',
  groupsFound: 'fine',
  groupsMissing: 'notice',
  groupsLeftOut: 'problem',
  groupsRefused: 'problem',
  textTooLong: 'notice',
  linkUnusable: 'notice',
  phoneUnusable: 'notice',
  emailUnusable: 'notice',
  attributeUnusable: 'notice',
  loginIdUnusable: 'notice',
};

export const findingCodes = Object.keys(levels) as FindingCode[];

/** A fact about an identity provider's answer. `values` fill the placeholders of its sentence, and hold no secret. */
export interface Finding {
  code: FindingCode;
  values?: Record<string, string>;
}

/** A finding as people read it. */
export interface SaidFinding {
  code: FindingCode;
  level: FindingLevel;
  sentence: string;
}

/** Says findings, the most urgent first. Leaves out those of a later release, whose sentences are not known. */
export function sayFindings(
  language: Pick<Language, 'tag' | 'texts'>,
  findings: readonly Finding[],
): SaidFinding[] {
  const known = findings.filter(({ code }) => Object.hasOwn(levels, code));
  const said = known.map((one) => ({
    code: one.code,
    level: levels[one.code],
    sentence: sayFinding(language, one),
  }));
  return findingLevels.flatMap((level) => said.filter((one) => one.level === level));
}

export function sayFinding(
  { tag, texts }: Pick<Language, 'tag' | 'texts'>,
  { code, values = {} }: Finding,
): string {
  const { until } = values;
  const written = until === undefined ? values : { ...values, until: dayIn({ tag }, Number(until)) };
  return textWith(texts.ssoFindings[code] as string | ((values: Record<string, string>) => string), written);
}

const maxListed = 20;
const maxLength = 300;

/** Writes names for a sentence, as many as a reader wants to see. They come from another server. */
export function listOf(names: readonly string[]): string {
  const shown = names.slice(0, maxListed).map((name) => [...name].slice(0, 100).join(''));
  const text = [...shown, ...(names.length > maxListed ? ['…'] : [])].join(', ');
  return [...(text || '–')].slice(0, maxLength).join('');
}
