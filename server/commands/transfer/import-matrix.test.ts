import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runCommandHere } from '../../../test/command-line.ts';
import { temporaryFolder } from '../../../test/counterparts/program.ts';
import { type Latchkey, startLatchkey } from '../../../test/harness.ts';
import { newPlace, type Place } from '../../../test/latchkey-process.ts';
import { codeSentTo } from '../../../test/messages.ts';
import { inNewProject } from '../../../test/new-project.ts';
import { requireIndexed } from '../../../test/search-index.ts';
import { demandIn } from '../../../test/sign-in-policy.ts';
import { signInByPassword } from '../../../test/signed-in.ts';
import type { Outcome } from '../../domain/credentials/import/import-source.ts';
import vectors from '../../protocols/password-hashes/vectors.json' with { type: 'json' };

/** Runs the same cases through the export of each product, in each order. */

const folder = temporaryFolder('import-matrix');
const { password, hashedPassword } = vectors[0] as (typeof vectors)[0];
const hash = hashedPassword.bcrypt?.hash as string;

let place: Place;
let server: Latchkey;
let latchkey: Latchkey;

beforeAll(async () => {
  place = await newPlace();
  server = await startLatchkey(place.env);
});
beforeEach(async () => {
  latchkey = await inNewProject(server);
});
afterAll(async () => {
  // An import logs all users whom it creates or changes.
  await requireIndexed(server.service);
  await server.close();
  await place.remove();
  rmSync(folder, { recursive: true });
});

/** A person, as the tests think of one. */
interface Person {
  id: string;
  email?: string;
  verified?: boolean;
  username?: string;
  phone?: string;
  name?: string;
  picture?: string;
  /** Had to prove a second factor. */
  factor?: boolean;
  hasPassword?: boolean;
}

interface Product {
  /** Products in which a user can have a name beside addresses. */
  hasNames: boolean;
  hasPasswords: boolean;
  extension: string;
  write(people: Person[]): string;
}

const csv = (rows: Record<string, string>[]) => {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (text = '') => (/[",\n;]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return [columns.join(','), ...rows.map((row) => columns.map((name) => cell(row[name])).join(','))].join(
    '\n',
  );
};

const products: Record<string, Product> = {
  keycloak: {
    hasNames: true,
    hasPasswords: false,
    extension: 'json',
    write: (people) =>
      JSON.stringify({
        realm: 'acme',
        users: people.map(({ id, email, verified, username, phone, name, factor }) => ({
          id,
          username: username ?? `user-${id}`,
          email,
          emailVerified: verified ?? false,
          firstName: name,
          attributes: { ...(phone && { phoneNumber: [phone] }) },
          credentials: factor
            ? [{ type: 'otp', secretData: '{"value":"x"}', credentialData: '{"subType":"hotp"}' }]
            : [],
        })),
      }),
  },
  auth0: {
    hasNames: true,
    hasPasswords: true,
    extension: 'ndjson',
    write: (people) =>
      people
        .map(({ id, email, verified = false, username, phone, name, picture, factor, hasPassword }) =>
          JSON.stringify({
            user_id: `auth0|${id}`,
            email,
            email_verified: verified,
            username,
            phone_number: phone,
            name,
            picture,
            ...(hasPassword && { password_hash: hash }),
            ...(factor && { multifactor: ['guardian'] }),
          }),
        )
        .join('\n'),
  },
  firebase: {
    hasNames: false,
    hasPasswords: false,
    extension: 'json',
    write: (people) =>
      JSON.stringify({
        users: people.map(({ id, email, verified, phone, name, picture, factor }) => ({
          localId: id,
          email,
          emailVerified: verified ?? false,
          phoneNumber: phone,
          displayName: name,
          photoUrl: picture,
          ...(factor && { mfaInfo: [{ phoneInfo: '+12025550100' }] }),
        })),
      }),
  },
  cognito: {
    hasNames: true,
    hasPasswords: false,
    extension: 'json',
    write: (people) =>
      JSON.stringify({
        Users: people.map(({ id, email, verified, username, phone, name, picture, factor }) => ({
          Username: username ?? id,
          Attributes: Object.entries({
            sub: id,
            email,
            email_verified: String(verified ?? false),
            phone_number: phone,
            name,
            picture,
          })
            .filter(([, Value]) => Value !== undefined)
            .map(([Name, Value]) => ({ Name, Value })),
          ...(factor && { UserMFASettingList: ['SMS_MFA'] }),
        })),
      }),
  },
  clerk: {
    hasNames: true,
    hasPasswords: true,
    extension: 'csv',
    write: (people) =>
      csv(
        people.map(
          ({ id, email = '', verified, username = '', phone = '', name = '', factor, hasPassword }) => ({
            id,
            first_name: name,
            last_name: '',
            username,
            primary_email_address: email,
            verified_email_addresses: verified ? email : '',
            primary_phone_number: phone,
            verified_phone_numbers: '',
            totp_secret: '',
            mfa_enabled: factor ? 'true' : 'false',
            password_digest: hasPassword ? hash : '',
            password_hasher: hasPassword ? 'bcrypt' : '',
          }),
        ),
      ),
  },
  supabase: {
    hasNames: false,
    hasPasswords: true,
    extension: 'ndjson',
    write: (people) =>
      people
        .map(({ id, email, verified, phone, name, factor, hasPassword }) =>
          JSON.stringify({
            id,
            email,
            email_confirmed_at: verified ? '2020-01-01T00:00:00Z' : null,
            phone,
            raw_user_meta_data: { full_name: name },
            encrypted_password: hasPassword ? hash : '',
            ...(factor && { mfa_factors: [{ factor_type: 'phone', status: 'verified' }] }),
          }),
        )
        .join('\n'),
  },
};

const all = Object.entries(products);
let files = 0;
const nextFile = ({ extension }: Product) => {
  files += 1;
  return join(folder, `file-${files}.${extension}`);
};

function fileOf(
  product: Product,
  people: Person[],
  change = (text: string): string | Buffer => text,
): string {
  const path = nextFile(product);
  writeFileSync(path, change(product.write(people)));
  return path;
}

function run(from: string, path: string, more: string[] = ['--second-factor', 'drop']) {
  const project = latchkey.projectId;
  return runCommandHere(place, ['import', path, '--from', from, '--project', project, ...more]);
}

interface Shown {
  users: Outcome[];
  counts: Record<string, number>;
  reasons: Record<string, number>;
  leftOut: Record<string, number>;
  problem?: string;
  report?: string;
  failedRecords?: string;
  code: number;
}

async function importing(from: string, path: string, more = ['--second-factor', 'drop']): Promise<Shown> {
  const { stdout, code } = await run(from, path, [...more, '--json']);
  return { ...JSON.parse(stdout), code };
}

async function load(loginId: string) {
  return (await latchkey.manage('GET', `/v1/mgmt/user?loginId=${encodeURIComponent(loginId)}`)).body.user;
}

async function allUsers() {
  return (await latchkey.manage('POST', '/v2/mgmt/user/search', { limit: 100 })).body.users;
}

describe.each(all)('two people with one address, from %s', (name, product) => {
  const id = (n: number) => `${name}${n}f2b8c1d4e5f6`;
  const owner = { id: id(1), email: 'ada@both.example', verified: true };
  const other = { id: id(2), email: 'ADA@both.example', verified: false, hasPassword: true };
  const second = { id: id(3), email: 'ada@both.example', verified: true };

  test.each([
    ['the owner first', [owner, other]],
    ['the owner last', [other, owner]],
    ['both verified', [owner, second]],
    ['neither verified', [{ ...owner, verified: false }, other]],
  ])('%s: one has the login ID, the other one is created and named', async (_, people) => {
    const path = fileOf(product, people);
    const dry = await importing(name, path, ['--dry-run']);
    const { users, counts, code } = await importing(name, path);
    expect(users).toEqual(dry.users);
    expect([code, counts['created']]).toEqual([0, 2]);
    const found = await load('ada@both.example');
    const isVerified = people.some(({ verified }) => verified);
    expect(found).toMatchObject({ email: 'ada@both.example', verifiedEmail: isVerified });
    const winner = people.findIndex(({ verified }) => verified === isVerified);
    const loser = users[1 - winner]!;
    expect(loser.warnings.join()).toContain(`ada@both.example is that of ${users[winner]!.place}`);
    const left = await load(loser.loginId);
    expect(left).toMatchObject({ email: 'ada@both.example', verifiedEmail: false });
    expect(left.userId).not.toBe(found.userId);
    expect(left.loginIds).not.toContain('ada@both.example');
    if (product.hasPasswords && isVerified && people.includes(other)) {
      const signIn = async (loginId: string) =>
        (await signInByPassword(latchkey, { loginId, password })).status;
      expect([await signIn(loser.loginId), await signIn('ada@both.example')]).toEqual([200, 401]);
    }
    const again = await importing(name, path);
    expect(again.users.map(({ outcome }) => outcome)).toEqual(['exists', 'exists']);
    expect(await allUsers()).toHaveLength(2);
  });

  test('in two files: the verified one has the login ID, whichever comes first', async () => {
    expect((await importing(name, fileOf(product, [other]))).counts['created']).toBe(1);
    const taken = await importing(name, fileOf(product, [owner]));
    expect([taken.counts['created'], taken.counts['changed'], taken.code]).toEqual([1, 1, 0]);
    expect(await load('ada@both.example')).toMatchObject({ verifiedEmail: true });
    const late = await importing(name, fileOf(product, [second]));
    expect(late.counts['created']).toBe(1);
    expect(late.users[0]?.warnings.join()).toContain('ada@both.example is that of the user U');
    expect(await allUsers()).toHaveLength(3);
    for (const one of [other, owner, second])
      expect((await importing(name, fileOf(product, [one]))).counts['exists']).toBe(1);
  });

  test('a user who exists already is left as they are', async () => {
    const body = { loginId: 'ada@both.example', displayName: 'Own', verifiedEmail: false };
    await latchkey.manage('POST', '/v1/mgmt/user/create', body);
    const { counts } = await importing(name, fileOf(product, [owner]));
    expect(counts['exists']).toBe(1);
    expect(await load('ada@both.example')).toMatchObject({ name: 'Own', verifiedEmail: false });
  });
});

describe.each(all.filter(([, { hasNames }]) => hasNames))('user names of %s', (name, product) => {
  const id = (n: number) => `${name}${n}a7c1d4e5f6`;
  const owner = { id: id(1), email: 'owner@names.example', verified: true, username: 'owner-name' };
  const other = {
    id: id(2),
    username: 'owner@names.example',
    email: 'other@names.example',
    verified: true,
  };

  test.each([
    ['the owner first', [[owner, other]]],
    ['the owner last', [[other, owner]]],
    ['the owner first, in another file', [[owner], [other]]],
    ['the owner last, in another file', [[other], [owner]]],
  ])('that are addresses of others are no login IDs: %s', async (_, runs) => {
    for (const people of runs) {
      const { counts, users } = await importing(name, fileOf(product, people));
      expect(counts['created']).toBe(people.length);
      const at = people.indexOf(other);
      if (at >= 0) expect(users[at]?.warnings.join()).toContain('a user name that is an address');
    }
    expect(await load('owner@names.example')).toMatchObject({ verifiedEmail: true });
    expect((await load('owner@names.example')).loginIds).toContain('owner-name');
    expect(await load('other@names.example')).toMatchObject({ loginIds: ['other@names.example'] });
    const sent = await latchkey.request('POST', '/v1/auth/otp/signin/email', {
      body: { loginId: 'owner@names.example' },
    });
    expect(sent.status).toBe(200);
    expect(await codeSentTo(latchkey, 'owner@names.example')).toMatch(/^\d{6}$/);
  });

  test('that two people have go to the first, and the other one signs in by the address', async () => {
    const people = [
      { id: id(3), username: 'same', email: 'first@names.example', verified: true },
      { id: id(4), username: 'SAME', email: 'next@names.example', verified: true },
    ];
    expect((await importing(name, fileOf(product, people))).counts['created']).toBe(2);
    expect(await load('same')).toMatchObject({ email: 'first@names.example' });
    expect(await load('next@names.example')).toMatchObject({ loginIds: ['next@names.example'] });
  });
});

describe.each(all)('what a user from %s cannot have here', (name, product) => {
  test('is left out and named, and the user is created', async () => {
    const person = (n: number, more: Partial<Person>): Person => ({
      id: `${name}${n}b7c1d4e5f6`,
      email: `odd${n}@odd.example`,
      verified: true,
      ...more,
    });
    const people = [
      person(0, { phone: '0171 1234567' }),
      person(1, { email: 'taro..yamada.@docomo.ne.jp' }),
      person(2, { email: 'ines@intranet' }),
      person(3, { name: 'n'.repeat(300) }),
      person(4, { picture: 'http://pictures.example/4.png' }),
    ];
    const { users, code, counts, leftOut } = await importing(name, fileOf(product, people));
    expect([code, counts['created']]).toEqual([0, 5]);
    if (name !== 'supabase') expect(users[0]?.warnings.join()).toContain('phone left out');
    expect(users[1]?.warnings.join()).toContain('email left out');
    expect(users[3]?.warnings.join()).toContain('256 characters');
    if (product.write(people).includes('4.png'))
      expect(users[4]?.warnings.join()).toContain('picture left out');
    expect(leftOut['email left out']).toBe(2);
    expect(await load('ines@intranet')).toMatchObject({ email: '' });
  });
});

describe.each(all)('a file of %s in another form', (name, product) => {
  const people = Array.from({ length: 40 }, (_, n) => ({
    id: `${name}c7c1d4${n}`,
    email: `zoë${n}@form.example`,
    name: 'Zoë “Quote”; Ünal',
    verified: true,
  }));
  const withMark = (encoding: 'utf16le' | 'utf8') => (text: string) =>
    Buffer.concat([Buffer.from('\ufeff', encoding), Buffer.from(text, encoding)]);

  test.each<[string, (text: string) => string | Buffer]>([
    ['with a mark at the beginning', withMark('utf8')],
    ['UTF-16, little-endian', withMark('utf16le')],
    ['UTF-16, big-endian', (text) => Buffer.from(withMark('utf16le')(text)).swap16()],
    ['with the line ends of Windows', (text) => text.replaceAll('\n', '\r\n')],
    ['with blank lines', (text) => `\n\n${text}\n\n`],
    [
      'indented, or with another separator',
      (text) =>
        name === 'clerk'
          ? `sep=;\n${text.replaceAll(/"[^"]*(?:""[^"]*)*"|,/g, (part) => (part === ',' ? ';' : part))}`
          : product.extension === 'json'
            ? JSON.stringify(JSON.parse(text), null, 4)
            : JSON.stringify(
                text.split('\n').map((line) => JSON.parse(line)),
                null,
                4,
              ),
    ],
  ])('%s is read', async (_, change) => {
    const { counts, code, problem } = await importing(name, fileOf(product, people, change));
    expect([problem, code, counts['created']]).toEqual([undefined, 0, 40]);
    expect(await load('zoë7@form.example')).toMatchObject({
      name: expect.stringContaining('Zoë “Quote”; Ünal'),
    });
  });

  test('Windows-1252 is refused with the line and the remedy, and nobody is created', async () => {
    const broken = (text: string) => Buffer.from(text.replaceAll(/[“”]/g, "'"), 'latin1');
    const { problem, code, counts, users } = await importing(name, fileOf(product, people, broken));
    expect([users, code, counts['created']]).toEqual([[], 1, 0]);
    expect(problem).toMatch(/, line \d+, is not UTF-8.*iconv -f WINDOWS-1252/);
  });

  test('a bad record fails alone, and its file can be corrected and imported', async () => {
    const bad = (text: string) =>
      name === 'clerk'
        ? text
            .split('\n')
            .map((line, n) => (n === 5 ? line.replace(/,[^,]*$/, '') : n === 7 ? `"${line}` : line))
            .join('\n')
        : text.replace(`"zoë4@form.example"`, 'None').replace(`"zoë6@form.example"`, `"zo\\ë6@form.example"`);
    const path = fileOf(product, people, bad);
    const { counts, code, failedRecords = '', users } = await importing(name, path);
    expect([code, counts['created'], counts['failed']]).toEqual([1, 38, 2]);
    expect(users.filter(({ outcome }) => outcome === 'failed')).toHaveLength(2);
    const corrected = nextFile(product);
    const text = readFileSync(failedRecords, 'utf8')
      .replace('None', '"zoë4@form.example"')
      .replace('\\ë', 'ë');
    if (name === 'clerk') return;
    writeFileSync(corrected, text);
    expect((await importing(name, corrected)).counts).toMatchObject({ created: 2, failed: 0 });
  });
});

describe.each(all)('second factors of %s', (name, product) => {
  const people: Person[] = [
    { id: `${name}d1`, email: 'one@factor.example', verified: true, hasPassword: true },
    { id: `${name}d2`, email: 'two@factor.example', verified: true, hasPassword: true, factor: true },
  ];

  test('need a decision, and nobody is created without', async () => {
    const path = fileOf(product, people);
    const { code, problem, users } = await importing(name, path, []);
    expect([code, users]).toEqual([1, []]);
    expect(problem).toContain('--second-factor keep');
    const dry = await run(name, path, ['--dry-run']);
    expect(dry).toMatchObject({ code: 1, stderr: expect.stringContaining('--second-factor keep') });
    expect(await allUsers()).toEqual([]);
  });

  test.each([
    ['keep', 'email'],
    ['drop', undefined],
  ])('%s decides what a password alone is good for', async (decision, method) => {
    // As the command waits until the server reads the project again.
    server.advance(5_000);
    await importing(name, fileOf(product, people), ['--second-factor', decision]);
    for (const { email: loginId } of people) {
      await latchkey.manage('POST', '/v1/mgmt/user/password/set/active', {
        loginId,
        password: 'argon lantern 17',
      });
      const answer = await signInByPassword(latchkey, { loginId: loginId!, password: 'argon lantern 17' });
      if (method === undefined || loginId!.startsWith('one')) expect(answer.status).toBe(200);
      else expect(demandIn(answer).methods).toContain(method);
    }
  });
});

describe.each(all)('an import from %s is undone', (name, product) => {
  test('except for users who were used or changed since', async () => {
    const people = [1, 2, 3, 4].map((n) => ({
      id: `${name}e${n}`,
      email: `undo${n}@undo.example`,
      verified: true,
    }));
    const first = await importing(name, fileOf(product, people.slice(0, 1)));
    expect(first.counts['created']).toBe(1);
    const path = fileOf(product, people);
    const { report = '', counts } = await importing(name, path);
    expect([counts['created'], counts['exists']]).toEqual([3, 1]);
    latchkey.advance(1_000);
    const changed = { loginId: 'undo2@undo.example', displayName: 'Changed' };
    await latchkey.manage('POST', '/v1/mgmt/user/update/name', changed);
    await latchkey.request('POST', '/v1/auth/otp/signin/email', { body: { loginId: 'undo3@undo.example' } });
    const code = await codeSentTo(latchkey, 'undo3@undo.example');
    await latchkey.request('POST', '/v1/auth/otp/verify/email', {
      body: { loginId: 'undo3@undo.example', code },
    });
    const undone = await runCommandHere(place, ['import', '--undo', report, '--json']);
    expect(JSON.parse(undone.stdout)).toMatchObject({
      deleted: 1,
      kept: [{}, {}],
    });
    expect(await allUsers()).toHaveLength(3);
    for (const [n, stays] of [true, true, true, false].entries())
      expect((await load(`undo${n + 1}@undo.example`)) !== undefined).toBe(stays);
    expect((await importing(name, path)).counts).toMatchObject({ created: 1, exists: 3 });
  });
});
