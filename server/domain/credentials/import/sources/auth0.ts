import { readAuth0User } from '../auth0-rows.ts';
import { leftOut, listOf, objectOf, type Source, usableHash } from './source.ts';

/** Reads the bulk export of users, and the export of password hashes that Auth0's support makes. */
export const auth0: Source = {
  users: 'lines',
  read(one, { hashByKey }) {
    const { hashedPassword, ...user } = readAuth0User(one, hashByKey);
    const found = objectOf(one);
    const warnings: string[] = [];
    for (const { provider } of listOf(found['identities']).map(objectOf)) {
      if (provider === 'auth0' || provider === undefined) continue;
      warnings.push(`the identity at ${String(provider)} is found again by a verified email address only`);
    }
    warnings.push(...leftOut('second factors', listOf(found['multifactor']).map(String)));
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
