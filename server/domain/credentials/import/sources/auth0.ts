import { readAuth0User } from '../auth0-rows.ts';
import { leftOut, type Source, usableHash } from './source.ts';

/** Reads the bulk export of users, and the export of password hashes that Auth0's support makes. */
export const auth0: Source = {
  users: 'lines',
  read(one, { hashByKey }) {
    const { hashedPassword, ...user } = readAuth0User(one, hashByKey);
    const found = one as Record<string, unknown>;
    const warnings: string[] = [];
    const identities = Array.isArray(found['identities']) ? found['identities'] : [];
    for (const { provider } of identities as { provider?: unknown }[]) {
      if (provider === 'auth0' || provider === undefined) continue;
      warnings.push(`the identity at ${String(provider)} is found again by a verified email address only`);
    }
    const factors = Array.isArray(found['multifactor']) ? found['multifactor'].map(String) : [];
    warnings.push(...leftOut('second factors', factors));
    const hash = hashedPassword && usableHash(hashedPassword, warnings);
    return {
      user: {
        ...user,
        customAttributes: { ...objectOf(found['user_metadata']), ...objectOf(found['app_metadata']) },
        ...(hash && { hashedPassword: hash }),
      },
      warnings,
    };
  },
};

function objectOf(value: unknown): Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as never) : {};
}
