import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Writes exports of other products: people with a verified address, a name, and a password hash where the product exports them. */
interface Product {
  extension: string;
  head?: string;
  /** Between records. */
  separator: string;
  tail?: string;
  /** Further arguments of the command. */
  options?: string[];
  record(n: number): string;
}

const bcrypt = '$2y$05$sZnqRmcCAoA94BaTWS/6zOjNR.s2HyF9RJpQqtVtmEaS7HISaNdB6';
const emailOf = (n: number) => `person${n}@import.example`;
const uuidOf = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const json = (value: object) => JSON.stringify(value);

export const products: Record<string, Product> = {
  keycloak: {
    extension: 'json',
    head: '{"realm":"bench","users":[\n',
    separator: ',\n',
    tail: '\n]}',
    record: (n) =>
      json({
        id: uuidOf(n),
        username: `person-${n}`,
        email: emailOf(n),
        emailVerified: true,
        enabled: true,
        firstName: 'Person',
        lastName: `Number ${n}`,
        createdTimestamp: 1_600_000_000_000 + n,
        credentials: [
          {
            type: 'password',
            secretData: json({
              value: 'FUzvSpzk0VZkOdOYtKqCvFUzvSpzk0VZkOdOYtKqCvE=',
              salt: 'AAECAwQFBgcICQoLDA0ODw==',
            }),
            credentialData: json({ hashIterations: 27_500, algorithm: 'pbkdf2-sha256' }),
          },
        ],
        realmRoles: ['default-roles-bench'],
        groups: [],
      }),
  },
  auth0: {
    extension: 'ndjson',
    separator: '\n',
    record: (n) =>
      json({
        user_id: `auth0|${n.toString(16).padStart(24, '0')}`,
        email: emailOf(n),
        email_verified: true,
        name: `Person Number ${n}`,
        created_at: '2020-02-03T04:05:06.789Z',
        password_hash: bcrypt,
        identities: [{ provider: 'auth0', connection: 'Users', isSocial: false }],
      }),
  },
  firebase: {
    extension: 'json',
    head: '{"users":[\n',
    separator: ',\n',
    tail: '\n]}',
    record: (n) =>
      json({
        localId: `fire${n}`,
        email: emailOf(n),
        emailVerified: true,
        displayName: `Person Number ${n}`,
        createdAt: String(1_600_000_000_000 + n),
        providerUserInfo: [{ providerId: 'password' }],
      }),
  },
  cognito: {
    extension: 'json',
    head: '{"Users":[\n',
    separator: ',\n',
    tail: '\n]}',
    record: (n) =>
      json({
        Username: uuidOf(n),
        Attributes: Object.entries({
          sub: uuidOf(n),
          email: emailOf(n),
          email_verified: 'true',
          name: `Person Number ${n}`,
        }).map(([Name, Value]) => ({ Name, Value })),
        UserCreateDate: 1_600_000_000 + n,
        Enabled: true,
        UserStatus: 'CONFIRMED',
      }),
  },
  clerk: {
    extension: 'csv',
    head: 'id,first_name,last_name,username,primary_email_address,verified_email_addresses,password_digest,password_hasher\n',
    separator: '\n',
    record: (n) => `user_${n},Person,Number ${n},person_${n},${emailOf(n)},${emailOf(n)},${bcrypt},bcrypt`,
  },
  supabase: {
    extension: 'ndjson',
    separator: '\n',
    record: (n) =>
      json({
        id: uuidOf(n),
        email: emailOf(n),
        email_confirmed_at: '2020-02-03T04:05:06Z',
        encrypted_password: bcrypt,
        created_at: '2020-02-03T04:05:06Z',
        raw_user_meta_data: { full_name: `Person Number ${n}` },
        raw_app_meta_data: { providers: ['email'] },
      }),
  },
  descope: {
    extension: 'json',
    head: '{"tenants":[{"id":"bench","name":"Bench"}],"roles":[{"name":"member"}],"users":[\n',
    separator: ',\n',
    tail: '\n]}',
    record: (n) =>
      json({
        userId: `U2bench${String(n).padStart(21, '0')}`,
        loginIds: [emailOf(n)],
        email: emailOf(n),
        verifiedEmail: true,
        name: `Person Number ${n}`,
        status: 'enabled',
        createdTime: 1_600_000_000,
        roleNames: [],
        userTenants: [{ tenantId: 'bench', roleNames: ['member'] }],
      }),
  },
  latchkey: {
    extension: 'csv',
    head: '"userId","loginId","email","verifiedEmail","name","status","roles","tenants"\r\n',
    separator: '\r\n',
    record: (n) => `"U2${n}","${emailOf(n)}","${emailOf(n)}","true","Person Number ${n}","enabled","",""`,
  },
};

/** Writes an export with so many people, in parts. */
export async function writeExport(
  { head = '', separator, tail = '', record }: Product,
  people: number,
  file: string,
) {
  const stream = createWriteStream(file);
  const write = async (text: string) => {
    if (!stream.write(text)) await once(stream, 'drain');
  };
  await write(head);
  for (let n = 0; n < people; n += 1000) {
    const part = Array.from({ length: Math.min(1000, people - n) }, (_, index) => record(n + index));
    await write((n > 0 ? separator : '') + part.join(separator));
  }
  await write(`${tail}\n`);
  stream.end();
  await finished(stream);
}
