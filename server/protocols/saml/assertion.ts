import { readAttributes } from './attributes.ts';
import { checkConditions } from './conditions.ts';
import { SamlError } from './error.ts';
import { assertionNs } from './names.ts';
import { checkIssuer, checkVersion } from './response-rules.ts';
import { readSubject } from './subject.ts';
import { parseInstant } from './time.ts';
import { checkIssueInstant, checkNotOnOrAfter } from './time-rules.ts';
import type { Rules, VerifiedResponse } from './verification.ts';
import { attributeOf, childrenNamed, onlyChild, textOf } from './xml.ts';

/** Reads a signed assertion and checks all rules of the browser login (saml-profiles §4.1.4.2–3). */
export function readAssertion(
  assertion: Element,
  rules: Rules,
): Omit<VerifiedResponse, 'responseId' | 'protection'> & { issuedAt: number } {
  checkVersion(assertion);
  const assertionId = attributeOf(assertion, 'ID');
  if (!assertionId) throw new SamlError('xml', 'The assertion has no ID.');
  const issuer = onlyChild(assertion, assertionNs, 'Issuer');
  if (!issuer) throw new SamlError('issuer', 'The assertion has no issuer.');
  checkIssuer(issuer, rules.idpEntityId);

  const issuedAt = checkIssueInstant(attributeOf(assertion, 'IssueInstant'), rules, 'assertion');
  const validUntil = checkConditions(assertion, rules) ?? Number.POSITIVE_INFINITY;
  const { confirmedUntil, ...subject } = readSubject(assertion, rules);
  return {
    assertionId,
    issuer: rules.idpEntityId,
    issuedAt,
    ...subject,
    ...readAuthnStatement(assertion, rules),
    ...readAttributes(assertion),
    notOnOrAfter: Math.min(issuedAt + rules.maxAge, validUntil, confirmedUntil) + rules.skew,
  };
}

/** Reads saml-core §2.7.2. Without such a statement, the assertion describes a user, not a login. */
function readAuthnStatement(assertion: Element, rules: Rules) {
  const statements = childrenNamed(assertion, assertionNs, 'AuthnStatement');
  const [statement] = statements;
  if (!statement)
    throw new SamlError('authn-statement', 'The assertion does not say that the user signed in.');
  const ends = statements.flatMap((each) => {
    const end = attributeOf(each, 'SessionNotOnOrAfter');
    return end === undefined ? [] : [checkNotOnOrAfter(end, rules, 'session at the identity provider')];
  });
  const sessionIndex = attributeOf(statement, 'SessionIndex');
  const authnInstant = attributeOf(statement, 'AuthnInstant');
  return {
    authnContexts: statements.map(readAuthnContext),
    ...(sessionIndex !== undefined && { sessionIndex }),
    ...(authnInstant !== undefined && { authnInstant: parseInstant(authnInstant, 'AuthnInstant') }),
    ...(ends.length > 0 && { sessionNotOnOrAfter: Math.min(...ends) }),
  };
}

/** Reads how the user signed in (saml-core §2.7.2.2). */
function readAuthnContext(statement: Element): string {
  const context = onlyChild(statement, assertionNs, 'AuthnContext');
  const reference = context && onlyChild(context, assertionNs, 'AuthnContextClassRef');
  return reference ? textOf(reference).trim() : '';
}
