import { ServiceError } from '../../../../core/errors.ts';
import { t } from '../../../../http/schema.ts';
import { foldLoginId } from '../../../directory/users/identifiers/login-id.ts';
import {
  type Extras,
  identityAt,
  leftOut,
  listOf,
  loginIds,
  objectOf,
  readFields,
  type Source,
  usableHash,
} from './source.ts';

const text = () => t.optional(t.text());

/** The fields of Auth0's user export that a user here has. */
const record = t.object({
  userId: t.optional(t.text({ aliases: ['user_id'] })),
  email: text(),
  emailVerified: t.optional(t.flag({ aliases: ['email_verified'] })),
  phoneNumber: t.optional(t.text({ aliases: ['phone_number'] })),
  phoneVerified: t.optional(t.flag({ aliases: ['phone_verified'] })),
  username: text(),
  name: text(),
  givenName: t.optional(t.text({ aliases: ['given_name'] })),
  familyName: t.optional(t.text({ aliases: ['family_name'] })),
  picture: t.optional(t.text({ maxLength: 4_096 })),
  blocked: t.optional(t.flag()),
  createdAt: t.optional(t.text({ aliases: ['created_at'] })),
  passwordHash: t.optional(t.text({ aliases: ['password_hash'] })),
});

/** Reads the bulk export of users, and the export of password hashes that Auth0's support makes. */
export const auth0: Source = {
  csv: { remedy: 'Export the users with the format json' },
  read(one, extras) {
    const warnings: string[] = [];
    const found = objectOf(one);
    const user = readFields(record, one, warnings, ['userId', 'blocked']);
    const { email, phoneNumber: phone, username, emailVerified: verifiedEmail = false } = user;
    const databaseIds = databaseIdsOf(found);
    const id = user.userId ?? (databaseIds[0] === undefined ? '' : `auth0|${databaseIds[0]}`);
    const [loginId = id, ...additionalLoginIds] = loginIds(email, phone, username);
    if (!loginId) throw new ServiceError('E011002', 'The user has no email, phone number or username');
    const identities = listOf(found['identities']).map((one) => String(objectOf(one)['provider'] ?? 'auth0'));
    const factors = [...listOf(found['multifactor']), ...listOf(found['guardian_authenticators'])];
    const bcrypt = user.passwordHash ?? findHash(extras, databaseIds, verifiedEmail ? email : undefined);
    warnings.push(
      ...identities.filter((provider) => provider !== 'auth0').map(identityAt),
      ...leftOut(
        'second factors',
        factors.map((one) => (typeof one === 'string' ? one : String(objectOf(one)['type'] ?? 'unknown'))),
      ),
    );
    const hashedPassword = bcrypt && usableHash({ bcrypt: { hash: bcrypt } }, warnings);
    const createdAt = Date.parse(user.createdAt ?? '');
    return {
      id,
      user: {
        loginId,
        additionalLoginIds,
        email,
        phone,
        name: user.name,
        givenName: user.givenName,
        familyName: user.familyName,
        verifiedEmail,
        verifiedPhone: user.phoneVerified ?? false,
        picture: user.picture,
        // The user has signed in at Auth0 before, or was blocked there.
        status: user.blocked ? 'disabled' : 'enabled',
        customAttributes: { ...objectOf(found['user_metadata']), ...objectOf(found['app_metadata']) },
        ...(Number.isFinite(createdAt) && { createdAt }),
        ...(hashedPassword && { hashedPassword }),
      },
      warnings,
      hadSecondFactor: factors.length > 0,
    };
  },
};

/** Passes on the hash of a record, if it has one, under the key by which its user finds it: the ID, or without one the address. */
export function noteAuth0Hash(put: (key: string, hash: string) => void, one: unknown): void {
  const found = objectOf(one);
  const hash = found['passwordHash'] ?? found['password_hash'];
  if (typeof hash !== 'string') return;
  const ids = databaseIdsOf(found);
  for (const id of ids) put(`id:${id}`, hash);
  const email = found['email'];
  if (ids.length === 0 && typeof email === 'string') put(`email:${foldLoginId(email)}`, hash);
}

/**
 * Finds the hash of a user of a database connection: nobody else has a password. An address is enough only if Auth0 calls it verified,
 * because anybody can sign up with any address.
 */
function findHash({ hashOf }: Extras, ids: string[], verifiedEmail: string | undefined): string | undefined {
  const byId = ids.map((id) => hashOf(`id:${id}`)).find((hash) => hash !== undefined);
  if (byId !== undefined || ids.length === 0 || !verifiedEmail) return byId;
  return hashOf(`email:${foldLoginId(verifiedEmail)}`);
}

/** Returns the user's IDs in database connections, without their prefix. A record of a hash has its ID in `_id`. */
function databaseIdsOf(found: Record<string, unknown>): string[] {
  const objectId = objectOf(found['_id'])['$oid'] ?? found['_id'];
  const userId = found['user_id'] ?? found['userId'];
  const linked = listOf(found['identities'])
    .map(objectOf)
    .filter(({ provider }) => provider === 'auth0')
    .map(({ user_id: id }) => id);
  const ids = [objectId, ...linked].map((id) => (typeof id === 'string' ? id.replace(/^auth0\|/, '') : ''));
  const own = typeof userId === 'string' && userId.startsWith('auth0|') ? userId.slice('auth0|'.length) : '';
  return loginIds(...ids, own);
}
