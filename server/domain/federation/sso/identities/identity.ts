import type { Connection } from '../connection.ts';

/** Returns the connection's current identity provider: the SAML entity ID, or the OpenID issuer. */
export function providerOf({ protocol, settings }: Pick<Connection, 'protocol' | 'settings'>): string {
  return protocol === 'oidc' ? settings.oidc.issuer : settings.idpEntityId;
}

/**
 * Returns a subject in its stored form, bound to the identity provider that named it, because another provider can give the
 * same name to another person. Neither entity IDs nor issuers contain blanks.
 */
export function boundSubject(provider: string, subject: string): string {
  return `${provider} ${subject}`;
}

/** Reports whether the connection's current identity provider named this subject. */
export function isOfProvider(connection: Pick<Connection, 'protocol' | 'settings'>, bound: string): boolean {
  return bound.startsWith(boundSubject(providerOf(connection), ''));
}

/** Returns a stored subject in the form that is the same for every case of its ASCII letters, as the database's index has it. */
export function inAnyCase(
  provider: string,
  subject: string,
): { folded: string; provider: string; providerLength: number } {
  const prefix = boundSubject(provider, '');
  const folded = boundSubject(provider, subject).replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return { folded, provider: prefix, providerLength: [...prefix].length };
}
