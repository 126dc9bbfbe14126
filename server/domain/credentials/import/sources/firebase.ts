import { ServiceError } from '../../../../core/errors.ts';
import { t } from '../../../../http/schema.ts';
import {
  identityAt,
  leftOut,
  listOf,
  loginIds,
  objectOf,
  readFields,
  type Source,
  usableHash,
} from './source.ts';

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
  member: 'users',
  csv: { remedy: 'Export JSON: firebase auth:export users.json --format=json' },
  read(one, { hashConfig }) {
    const warnings: string[] = [];
    const found = readFields(record, one, warnings, ['disabled', 'mfaInfo']);
    const { email, phoneNumber: phone, displayName: name, photoUrl = '', passwordHash, salt = '' } = found;
    const [loginId, ...additionalLoginIds] = loginIds(email, phone);
    if (!loginId) return { skipped: 'an anonymous user, without an email address or a phone number' };
    const hash = passwordHash
      ? usableHash({ firebase: { hash: passwordHash, salt, ...readConfig(hashConfig) } }, warnings)
      : undefined;
    const factors = listOf(found.mfaInfo).map(objectOf);
    warnings.push(
      ...leftOut(
        'second factors',
        factors.map((one) => ('phoneInfo' in one ? 'SMS' : 'TOTP')),
      ),
    );
    for (const { providerId } of found.providerUserInfo ?? []) {
      if (providerId === 'password' || providerId === 'phone') continue;
      warnings.push(identityAt(providerId));
    }
    const createdAt = Number(found.createdAt);
    return {
      id: found.localId,
      user: {
        loginId,
        additionalLoginIds,
        email,
        phone,
        name,
        verifiedEmail: found.emailVerified ?? false,
        // Firebase creates a user with a phone number only after a code was entered.
        verifiedPhone: phone !== undefined,
        picture: photoUrl,
        status: found.disabled ? 'disabled' : 'enabled',
        customAttributes: readClaims(found.customAttributes, warnings),
        ...(createdAt > 0 && { createdAt }),
        ...(hash && { hashedPassword: hash }),
      },
      warnings,
      hadSecondFactor: factors.length > 0,
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
function readClaims(text = '{}', warnings: string[]): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    warnings.push('customAttributes left out: they are not JSON');
    return {};
  }
}
