import { type Static, t } from '../../../../http/schema.ts';
import { secretOf } from '../../../../protocols/totp/totp.ts';
import type { HashedPasswordInput } from '../../passwords/wire.ts';
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

const texts = () => t.optional(t.list(t.text({ maxLength: 1_024 }), { maxItems: 10_000 }));

/** UserRepresentation of Keycloak's realm export. */
const record = t.object({
  id: t.optional(t.text()),
  username: t.text(),
  email: t.optional(t.text()),
  emailVerified: t.optional(t.flag()),
  enabled: t.optional(t.flag()),
  firstName: t.optional(t.text()),
  lastName: t.optional(t.text()),
  createdTimestamp: t.optional(t.longInteger({ minimum: 0 })),
  serviceAccountClientId: t.optional(t.text()),
  attributes: t.optional(t.map(t.any())),
  realmRoles: texts(),
  clientRoles: t.optional(t.map(t.any())),
  groups: texts(),
  requiredActions: texts(),
  federatedIdentities: t.optional(t.list(t.object({ identityProvider: t.text() }), { maxItems: 100 })),
  credentials: t.optional(
    t.list(
      t.object({
        type: t.text(),
        secretData: t.optional(t.text({ maxLength: 100_000 })),
        credentialData: t.optional(t.text({ maxLength: 100_000 })),
      }),
      { maxItems: 1_000 },
    ),
  ),
});

type Credential = NonNullable<Static<typeof record>['credentials']>[number];

/** Reads a realm export, or the users of one: `kc.sh export --users same_file`. */
export const keycloak: Source = {
  member: 'users',
  csv: {
    remedy: 'Export the realm with its users: kc.sh export --realm NAME --users same_file --file realm.json',
  },
  read(one) {
    const warnings: string[] = [];
    const found = readFields(record, one, warnings, ['enabled', 'serviceAccountClientId']);
    if (found.serviceAccountClientId) return { skipped: 'the service account of a client' };
    const { email, firstName, lastName, realmRoles = [], clientRoles = {}, credentials = [] } = found;
    const { phoneNumber, attributes } = readAttributes(found.attributes ?? {});
    const [loginId = '', ...additionalLoginIds] = loginIds(found.username, email);
    const name = [firstName, lastName].filter(Boolean).join(' ');
    const user = {
      loginId,
      additionalLoginIds,
      email,
      name,
      givenName: firstName,
      familyName: lastName,
      verifiedEmail: found.emailVerified ?? false,
      ...(phoneNumber && { phone: phoneNumber, verifiedPhone: false }),
      status: found.enabled === false ? ('disabled' as const) : ('enabled' as const),
      roleNames: [
        // Keycloak's own roles, which every user of the realm has.
        ...realmRoles.filter((role) => !/^(default-roles-|offline_access$|uma_authorization$)/.test(role)),
        ...Object.entries(clientRoles)
          .filter(([client]) => client !== 'account')
          .flatMap(([client, roles]) => listOf(roles).map((role) => `${client}:${String(role)}`)),
      ],
      customAttributes: attributes,
      ...(found.createdTimestamp && { createdAt: found.createdTimestamp }),
      ...readCredentials(credentials, warnings),
    };
    warnings.push(
      ...leftOut('groups', found.groups ?? []),
      ...leftOut('required actions', found.requiredActions ?? []),
    );
    for (const { identityProvider } of found.federatedIdentities ?? []) {
      warnings.push(identityAt(identityProvider));
    }
    const kinds = listOf(objectOf(one)['credentials']).map((one) => objectOf(one)['type']);
    // `webauthn-passwordless` is a first factor.
    const hadSecondFactor = kinds.includes('otp') || kinds.includes('webauthn');
    return { id: found.id ?? '', user, warnings, hadSecondFactor };
  },
};

/** Each attribute is a list in Keycloak; most have one value. */
function readAttributes(found: Record<string, unknown>) {
  const { phoneNumber, ...others } = Object.fromEntries(
    Object.entries(found).map(([name, value]) => [
      name,
      Array.isArray(value) && value.length === 1 ? (value[0] as unknown) : value,
    ]),
  );
  return { phoneNumber: typeof phoneNumber === 'string' ? phoneNumber : undefined, attributes: others };
}

function readCredentials(credentials: Credential[], warnings: string[]) {
  const read: { hashedPassword?: HashedPasswordInput; seed?: string } = {};
  for (const { type, secretData, credentialData } of credentials) {
    const secret = parse(secretData);
    const data = parse(credentialData);
    if (type === 'password') read.hashedPassword = readPassword(secret, data, warnings);
    else if (type === 'otp' && !read.seed && isUsualTotp(data)) read.seed = seedOf(secret, data);
    else if (type === 'otp')
      warnings.push(
        'an authenticator is left out: only the first TOTP with SHA-1, 6 digits and 30 s is imported',
      );
    else warnings.push(`a credential is left out: its type is ${type}`);
  }
  return read;
}

interface CredentialData {
  value?: string;
  salt?: string;
  hashIterations?: number;
  algorithm?: string;
  additionalParameters?: Record<string, string[]>;
  subType?: string;
  digits?: number;
  period?: number;
  secretEncoding?: string;
}

/** Returns an empty object for a text that is not JSON: the credential is then left out as one of an unknown kind. */
function parse(text: string | undefined): CredentialData {
  try {
    return objectOf(JSON.parse(text ?? '{}'));
  } catch {
    return {};
  }
}

function readPassword(secret: CredentialData, data: CredentialData, warnings: string[]) {
  const { value: hash = '', salt = '' } = secret;
  const { algorithm = '', hashIterations: iterations = 0 } = data;
  const more = objectOf(data.additionalParameters) as Record<string, string[] | undefined>;
  const [, digest] = /^pbkdf2(?:-(sha256|sha512))?$/.exec(algorithm) ?? [];
  if (algorithm.startsWith('pbkdf2') && (digest || algorithm === 'pbkdf2')) {
    const type = (digest ?? 'sha1') as 'sha1' | 'sha256' | 'sha512';
    return usableHash({ pbkdf2: { hash, salt, iterations, type } }, warnings);
  }
  // The community extension keycloak-bcrypt stores the whole text.
  if (algorithm === 'bcrypt') return usableHash({ bcrypt: { hash } }, warnings);
  if (algorithm === 'argon2') {
    const value = (name: string) => more[name]?.[0];
    const version = value('version') === '1.0' ? 16 : 19;
    const parameters = `m=${value('memory')},t=${iterations},p=${value('parallelism')}`;
    const phc = `$argon2${value('type')}$v=${version}$${parameters}$${salt}$${hash}`;
    return usableHash({ argon2: { hash: phc } }, warnings);
  }
  warnings.push(`the password is left out: its algorithm is ${algorithm || 'missing'}`);
  return undefined;
}

function isUsualTotp({ subType, digits, period, algorithm }: CredentialData): boolean {
  return subType === 'totp' && digits === 6 && period === 30 && algorithm === 'HmacSHA1';
}

/** The secret is a text, whose bytes are the key, unless it says that it is base32. */
function seedOf({ value = '' }: CredentialData, { secretEncoding }: CredentialData): string {
  return secretEncoding === 'BASE32' ? value : secretOf(Buffer.from(value));
}
