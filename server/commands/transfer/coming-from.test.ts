import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { temporaryFolder } from '../../../test/counterparts/program.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { newPlace, type Place } from '../../../test/latchkey-process.ts';
import { inNewProject } from '../../../test/new-project.ts';
import { requireIndexed } from '../../../test/search-index.ts';
import { type PasswordUser, signInByPassword } from '../../../test/signed-in.ts';
import vectors from '../../protocols/password-hashes/vectors.json' with { type: 'json' };

const folder = temporaryFolder('coming-from');
let place: Place;
let server: Latchkey;
beforeAll(async () => {
  place = await newPlace();
  server = await startLatchkey(place.env);
});
afterAll(async () => {
  // An import logs all users whom it creates or changes.
  await requireIndexed(server.service);
  await server.close();
  await place.remove();
  rmSync(folder, { recursive: true });
});

const { password, hashedPassword } = vectors.find(({ hashedPassword }) => 'bcrypt' in hashedPassword)!;
const bcrypt = hashedPassword.bcrypt?.hash as string;
const lines = (records: unknown[]) => records.map((record) => JSON.stringify(record)).join('\n');
const attribute = ([Name, Value]: [string, string]) => ({ Name, Value });

/** A file of each product, in the form of its documentation, with the users whose outcome the page shows. */
const samples: Record<
  string,
  { files: Record<string, string>; signIn?: Pick<PasswordUser, 'loginId' | 'password'> }
> = {
  clerk: {
    files: {
      'clerk.csv': `id,first_name,last_name,username,primary_email_address,primary_phone_number,verified_email_addresses,unverified_email_addresses,verified_phone_numbers,unverified_phone_numbers,totp_secret,password_digest,password_hasher
user_1,Ada,Lovelace,ada,ada@clerk.example,,ada@clerk.example,,,,,${bcrypt},bcrypt
user_2,Bo,Berg,,bo@clerk.example,+12025550143,bo@clerk.example|bo2@clerk.example,,+12025550143,,JBSWY3DPEHPK3PXP,${bcrypt},bcrypt
`,
    },
    signIn: { loginId: 'ada@clerk.example', password },
  },
  supabase: {
    files: {
      'users.ndjson': lines([
        {
          id: '7b1f0c1e-0000-4000-8000-000000000001',
          email: 'ada@supa.example',
          email_confirmed_at: '2025-01-01T00:00:00Z',
          encrypted_password: bcrypt,
          raw_user_meta_data: { full_name: 'Ada Lovelace', plan: 'pro' },
          raw_app_meta_data: { provider: 'email', providers: ['email', 'google'] },
        },
        { id: '7b1f0c1e-0000-4000-8000-000000000002', phone: '12025550144' },
        { id: '7b1f0c1e-0000-4000-8000-000000000003', email: null, phone: null, is_anonymous: true },
      ]),
    },
    signIn: { loginId: 'ada@supa.example', password },
  },
  cognito: {
    files: {
      'users.json': JSON.stringify({
        Users: [
          {
            Username: 'ada',
            Attributes: Object.entries({ email: 'ada@cognito.example', 'custom:plan': 'pro' }).map(attribute),
            Enabled: true,
            UserStatus: 'CONFIRMED',
          },
          {
            Username: 'google_1234',
            Attributes: Object.entries({ email: 'bo@cognito.example' }).map(attribute),
            UserStatus: 'EXTERNAL_PROVIDER',
          },
          {
            Username: '7b1f0c1e-1111-4000-8000-000000000003',
            Attributes: Object.entries({ email: 'cy@cognito.example' }).map(attribute),
          },
        ],
      }),
    },
  },
  firebase: {
    files: {
      // The user and the parameters are those of Firebase's own example (github.com/firebase/scrypt).
      'users.json': JSON.stringify({
        users: [
          {
            localId: 'f1',
            email: 'user1@example.com',
            emailVerified: true,
            passwordHash:
              'lSrfV15cpx95_sZS2W9c9Kp6i_LVgQNDNC_qzrCnh1SAyZvqmZqAjTdn3aoItz-VHjoZilo78198JAdRuid5lQ==',
            salt: '42xEC-ixf3L2lw==',
          },
          {
            localId: 'f2',
            email: 'bo@fire.example',
            emailVerified: true,
            customAttributes: '{"role":"admin"}',
            providerUserInfo: [{ providerId: 'google.com' }],
          },
          { localId: 'f3', phoneNumber: '+12025550145' },
          { localId: 'f4' },
        ],
      }),
    },
    signIn: { loginId: 'user1@example.com', password: 'user1password' },
  },
};

const pageOf = (product: string) => {
  const file = new URL(`../../../docs/coming-from/${product}.md`, import.meta.url);
  return readFileSync(file, 'utf8').replaceAll(/^ {3}/gm, '');
};
const blocks = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, text]) => text!);

test.each(Object.keys(samples))('the page about %s shows its import as it is', async (product) => {
  const { files, signIn } = samples[product]!;
  const latchkey = await inNewProject(server);
  const page = pageOf(product);
  for (const config of blocks(page, 'text').filter((text) => text.startsWith('hash_config')))
    writeFileSync(join(folder, 'hash-config.txt'), config);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);

  const commands = blocks(page, 'sh').flatMap((text) => text.match(/^latchkey import .*$/gm) ?? []);
  expect(commands.map((command) => command.includes('--dry-run'))).toEqual([true, false]);
  const shown = blocks(page, 'text').flatMap((text) => text.match(/^(line|user) \d.*$/gm) ?? []);
  expect(shown.length).toBeGreaterThan(1);
  for (const command of commands) {
    const args = command
      .split(' ')
      .slice(1)
      .map((one) => (one in files || one === 'hash-config.txt' ? join(folder, one) : one))
      .map((one) => (/^P2a/.test(one) ? latchkey.projectId : one));
    const { stdout, code } = await runCommandHere(place, args);
    // A dry run fails as long as second factors are undecided.
    if (!args.includes('--dry-run')) expect([command, code]).toEqual([command, 0]);
    expect(stdout.split('\n')).toEqual(expect.arrayContaining(shown));
  }
  if (signIn) expect((await signInByPassword(latchkey, signIn)).status).toBe(200);
});
