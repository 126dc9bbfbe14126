import { quoted, SamlError } from './error.ts';
import { assertionNs, bearerMethod } from './names.ts';
import { checkInResponseTo } from './response-rules.ts';
import { checkNotOnOrAfter } from './time-rules.ts';
import type { Rules } from './verification.ts';
import { attributeOf, childrenNamed, onlyChild, textOf } from './xml.ts';

export type SubjectFacts = {
  /** The name ID; empty if the assertion has none, as saml-core §2.4.1 allows: an attribute may name the user. */
  nameId: string;
  nameIdFormat?: string;
  inResponseTo?: string;
  /** The latest end of a bearer confirmation, in milliseconds without skew. */
  confirmedUntil: number;
};

/** Checks saml-core §2.4 and saml-profiles §4.1.4.3. */
export function readSubject(assertion: Element, rules: Rules): SubjectFacts {
  const subject = onlyChild(assertion, assertionNs, 'Subject');
  if (!subject)
    throw new SamlError('subject', 'The assertion does not say who signed in: it has no Subject.');
  const confirmations = childrenNamed(subject, assertionNs, 'SubjectConfirmation').filter(
    (confirmation) => attributeOf(confirmation, 'Method') === bearerMethod,
  );
  if (confirmations.length === 0)
    throw new SamlError('subject', 'The assertion has no bearer SubjectConfirmation.');
  return { ...readNameId(subject), ...readBearerConfirmations(confirmations, rules) };
}

function readNameId(subject: Element): { nameId: string; nameIdFormat?: string } {
  if (onlyChild(subject, assertionNs, 'EncryptedID'))
    throw new SamlError(
      'subject',
      'The user is identified by an EncryptedID, which is not supported. Encrypt the whole assertion instead.',
    );
  const element = onlyChild(subject, assertionNs, 'NameID');
  const nameId = element ? textOf(element) : '';
  if (!element || !nameId) return { nameId: '' };
  // Trimming could turn one user's name into another's.
  if (nameId.trim() !== nameId)
    throw new SamlError('subject', `The NameID ${quoted(nameId)} begins or ends with white space.`);
  const nameIdFormat = attributeOf(element, 'Format');
  return { nameId, ...(nameIdFormat !== undefined && { nameIdFormat }) };
}

/** One valid bearer confirmation is enough; if there is none, the first one's failure is the reason. */
function readBearerConfirmations(confirmations: Element[], rules: Rules) {
  const ends: number[] = [];
  let firstFailure: unknown;
  for (const confirmation of confirmations) {
    try {
      ends.push(checkConfirmation(confirmation, rules));
    } catch (error) {
      firstFailure ??= error;
    }
  }
  if (ends.length === 0) throw firstFailure;
  const { requestId } = rules;
  return { confirmedUntil: Math.max(...ends), ...(requestId !== undefined && { inResponseTo: requestId }) };
}

function checkConfirmation(confirmation: Element, rules: Rules): number {
  const data = onlyChild(confirmation, assertionNs, 'SubjectConfirmationData');
  if (!data) throw new SamlError('subject', 'The bearer confirmation has no SubjectConfirmationData.');
  const recipient = attributeOf(data, 'Recipient');
  if (recipient !== rules.acsUrl)
    throw new SamlError(
      'recipient',
      `The assertion is meant for ${quoted(recipient)}, but this address is ${quoted(rules.acsUrl)}.`,
    );
  if (attributeOf(data, 'NotBefore') !== undefined)
    throw new SamlError('subject', 'The bearer confirmation has a NotBefore, which its profile forbids.');
  checkInResponseTo(data, rules.requestId);
  const notOnOrAfter = attributeOf(data, 'NotOnOrAfter');
  if (notOnOrAfter === undefined)
    throw new SamlError('subject', 'The bearer confirmation has no NotOnOrAfter.');
  return checkNotOnOrAfter(notOnOrAfter, rules, 'bearer confirmation');
}
