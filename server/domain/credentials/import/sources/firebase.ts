import { ServiceError } from '../../../../core/errors.ts';
import { readInput, t } from '../../../../http/schema.ts';
import { loginIds, objectOf, type Source, usableHash } from './source.ts';

/** A user in the file of `firebase auth:export FILE --format=json`. */
const record = t.object({
  localId: t.text(),
  email: t.optional(t.text()),
  emailVerified: t.optional(t.flag()),
  phoneNumber: t.optional(t.text()),
  displayName: t.optional(t.text()),
  photoUrl: t.optional(t.text({ maxLength: 4_096 })),
  disabled: t.optional(t.flag()),
  createdAt: t.optional(t.text()),
  passwordHash: t.optional(t.text()),
  salt: t.optional(t.text()),
  customAttributes: t.optional(t.text({ maxLength: 10_000 })),
  mfaInfo: t.optional(t.any()),
  providerUserInfo: t.optional(t.list(t.object({ providerId: t.text() }), { maxItems: 100 })),
});

export const firebase: Source = {
  users: { member: 'users' },
  read(one, { hashConfig }) {
    const found = readInput(record, one);
    const { email, phoneNumber: phone, displayName: name, photoUrl = '', passwordHash, salt = '' } = found;
    const [loginId, ...additionalLoginIds] = loginIds(email, phone);
    if (!loginId) return { skipped: 'an anonymous user, without an email address or a phone number' };
    const warnings: string[] = [];
    const hash = passwordHash
      ? usableHash({ firebase: { hash: passwordHash, salt, ...readConfig(hashConfig) } }, warnings)
      : undefined;
    if (found.mfaInfo !== undefined) warnings.push('second factors are left out');
    for (const { providerId } of found.providerUserInfo ?? []) {
      if (providerId === 'password' || providerId === 'phone') continue;
      warnings.push(`the identity at ${providerId} is found again by a verified email address only`);
    }
    const createdAt = Number(found.createdAt);
    return {
      user: {
        loginId,
        additionalLoginIds,
        email,
        phone,
        name,
        verifiedEmail: found.emailVerified ?? false,
        // Firebase creates a user with a phone number only after a code was entered.
        verifiedPhone: phone !== undefined,
        picture: photoUrl.startsWith('https://') ? photoUrl : undefined,
        status: found.disabled ? 'disabled' : 'enabled',
        customAttributes: readClaims(found.customAttributes),
        ...(createdAt > 0 && { createdAt }),
        ...(hash && { hashedPassword: hash }),
      },
      warnings,
    };
  },
};

/** Reads the parameters as the Firebase console shows them: `hash_config { algorithm: SCRYPT, base64_signer_key: …, … }`. */
function readConfig(text: string) {
  const pairs = [...text.matchAll(/\b(\w+)["']?\s*[:=]\s*["']?([\w+/=-]+)/g)];
  const value = (name: string) => pairs.find(([, key]) => key === name)?.[2] ?? '';
  const signerKey = value('base64_signer_key');
  if (!signerKey) {
    throw new ServiceError(
      'E011002',
      'The user has a password, so --hash-config is needed: a file with the hash parameters of Authentication → Users → ⋮ in the Firebase console',
    );
  }
  return {
    signerKey,
    saltSeparator: value('base64_salt_separator'),
    rounds: Number(value('rounds')),
    memory: Number(value('mem_cost')),
  };
}

/** Custom claims, as JSON text. */
function readClaims(text = '{}'): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    throw new ServiceError('E011003', 'customAttributes must be JSON');
  }
}
