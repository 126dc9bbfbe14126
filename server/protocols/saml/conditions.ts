import { quoted, SamlError } from './error.ts';
import { assertionNs } from './names.ts';
import { checkNotBefore, checkNotOnOrAfter } from './time-rules.ts';
import type { Rules } from './verification.ts';
import { attributeOf, childElements, childrenNamed, onlyChild, textOf } from './xml.ts';

/** Checks saml-core §2.5.1. Returns NotOnOrAfter in milliseconds without skew, if there is one. */
export function checkConditions(assertion: Element, rules: Rules): number | undefined {
  const conditions = onlyChild(assertion, assertionNs, 'Conditions');
  if (!conditions) throw new SamlError('condition', 'The assertion has no Conditions.');
  const notBefore = attributeOf(conditions, 'NotBefore');
  if (notBefore !== undefined) checkNotBefore(notBefore, rules, 'assertion');
  const notOnOrAfter = attributeOf(conditions, 'NotOnOrAfter');
  const until = notOnOrAfter === undefined ? undefined : checkNotOnOrAfter(notOnOrAfter, rules, 'assertion');

  for (const condition of childElements(conditions)) checkCondition(condition);
  const restrictions = childrenNamed(conditions, assertionNs, 'AudienceRestriction');
  if (restrictions.length === 0)
    throw new SamlError(
      'audience',
      'The assertion has no audience, so it does not say which application it is for.',
    );
  for (const restriction of restrictions) checkAudience(restriction, rules.spEntityId);
  return until;
}

/** §2.5.1.1: with an unknown condition, the validity of the assertion cannot be determined. */
function checkCondition(condition: Element): void {
  // Accepting every assertion once satisfies OneTimeUse; a ProxyRestriction binds only issuers of new
  // assertions.
  const known = ['AudienceRestriction', 'OneTimeUse', 'ProxyRestriction'];
  if (condition.namespaceURI === assertionNs && known.includes(condition.localName)) return;
  throw new SamlError('condition', `The assertion has the unknown condition ${quoted(condition.localName)}.`);
}

/** §2.5.1.4: requires one of the audiences within each restriction, compared character by character. */
function checkAudience(restriction: Element, spEntityId: string): void {
  const audiences = childrenNamed(restriction, assertionNs, 'Audience').map((audience) =>
    textOf(audience).trim(),
  );
  if (audiences.includes(spEntityId)) return;
  throw new SamlError(
    'audience',
    `The assertion is for ${audiences.map(quoted).join(', ') || 'nobody'}, but this service provider is ${quoted(spEntityId)}.`,
  );
}
