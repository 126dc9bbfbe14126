import { ServiceError } from '../../../core/errors.ts';
import { readInput, type Static, t } from '../../../http/schema.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import type { NewAccount } from '../accounts/create-account.ts';
import type { ImportRow } from './import-row.ts';
import { readRow } from './latchkey-rows.ts';

const text = () => t.optional(t.text());

/** The fields of Auth0's user export that a user here has. Omits metadata, because custom attributes must be defined first. */
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

type Auth0User = Static<typeof record>;

/**
 * Reads Auth0's two export files, users and bcrypt hashes. A hash belongs to the user with the same ID, or else with the
 * same address. A user may also carry a hash.
 */
export function readAuth0Rows(users: unknown[], hashes: unknown[]): ImportRow[] {
  const hashByKey = new Map<string, string>();
  for (const one of hashes) noteAuth0Hash(hashByKey, one);
  // A file of hashes alone has addresses too, which is enough to create users.
  const records = users.length > 0 ? users : hashes;
  return records.map((one, index) => {
    const [key = `record ${index + 1}`] = keysOf(one).reverse();
    return readRow(key, () => readAuth0User(one, hashByKey));
  });
}

/** Adds the hash of a record, if it has one, under the keys by which its user finds it. */
export function noteAuth0Hash(hashByKey: Map<string, string>, one: unknown): void {
  const { passwordHash, password_hash: hash = passwordHash } = fieldsOf(one);
  if (typeof hash !== 'string') return;
  for (const key of keysOf(one)) hashByKey.set(key, hash);
}

/** Throws a ServiceError for a record that is no user. */
export function readAuth0User(one: unknown, hashByKey: ReadonlyMap<string, string>): NewAccount {
  const user = readInput(record, one);
  const found = keysOf(one).flatMap((key) => hashByKey.get(key) ?? []);
  return toNewUser(user, user.passwordHash ?? found[0]);
}

function toNewUser(user: Auth0User, hash: string | undefined): NewAccount {
  const { email, phoneNumber: phone, username, userId } = user;
  const [loginId, ...additionalLoginIds] = [email, phone, username].filter(Boolean) as string[];
  if (!loginId && !userId)
    throw new ServiceError('E011002', 'The user has no email, phone number or username');
  const createdAt = Date.parse(user.createdAt ?? '');
  return {
    loginId: loginId ?? (userId as string),
    additionalLoginIds,
    email,
    phone,
    name: user.name,
    givenName: user.givenName,
    familyName: user.familyName,
    verifiedEmail: user.emailVerified ?? false,
    verifiedPhone: user.phoneVerified ?? false,
    picture: user.picture?.startsWith('https://') ? user.picture : undefined,
    // The user has signed in at Auth0 before, or was blocked there.
    status: user.blocked ? 'disabled' : 'enabled',
    ...(Number.isFinite(createdAt) && { createdAt }),
    ...(hash && { hashedPassword: { bcrypt: { hash } } }),
  };
}

interface KeyFields {
  passwordHash?: unknown;
  password_hash?: unknown;
  user_id?: unknown;
  _id?: unknown;
  email?: unknown;
}

function fieldsOf(record: unknown): KeyFields {
  return record !== null && typeof record === 'object' ? record : {};
}

/** Returns the ID without the connection's prefix, then the address, if present. */
function keysOf(record: unknown): string[] {
  const { user_id: userId, _id: id, email } = fieldsOf(record);
  const objectId = id !== null && typeof id === 'object' && '$oid' in id ? id.$oid : id;
  const ids = [objectId, typeof userId === 'string' ? userId.split('|').at(-1) : undefined];
  const address = typeof email === 'string' ? foldLoginId(email) : undefined;
  return [...ids, address].filter((key): key is string => typeof key === 'string' && key !== '');
}
