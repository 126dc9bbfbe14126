import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Latchkey, startLatchkey } from '../../../../../test/harness.ts';
import type { ProjectContext } from '../../../../core/context.ts';
import { defineAttributes } from '../../custom-attributes/define-attributes.ts';
import { createRoles } from '../../roles/create-roles.ts';
import { createTenant } from '../../tenants/create-tenant.ts';
import { createUser } from '../create-user.ts';
import { updateUserRow } from '../store-rows.ts';
import type { User } from '../user.ts';
import { fold } from './fold.ts';
import { logUsers } from './log-users.ts';
import { searchUsers, type UserSearch } from './search-users.ts';

/** A user with the properties that a search result does not contain. */
type Known = User & { index: number; roleIds: { tenantId: string; roleId: string; name: string }[] };

let latchkey: Latchkey;
let ctx: ProjectContext;
let people: Known[];

const names = [
  'Ann',
  'Änne',
  'Bob "the" O’Neil',
  'Joanna',
  'Kim',
  "Robert'); drop table users",
  'Zoë',
  '田中太郎',
  '佐藤 花子',
  'Lee Ng',
  '',
];
const domains = ['one.example', 'Two.example', 'sub.one.example'];
const words = [
  'ann',
  'OANN',
  'one.exam',
  '@two',
  'bob "',
  'ö',
  "'); drop",
  '%an',
  '___',
  'red',
  'nobody',
  'example',
];
const pairs = [
  'an',
  'NE',
  'jo',
  'oa',
  'bo',
  'zo',
  're',
  'se',
  'ng',
  '田中',
  '中太',
  '太郎',
  '花子',
  '佐花',
  'xq',
  '20',
  '12',
];
const tenantIds = ['a', 'b', 'c', 'd'];
const parents: Record<string, string | undefined> = { b: 'a', c: 'b' };
const statuses = ['invited', 'enabled', 'disabled'] as const;
const start = Date.UTC(2024, 0, 1);
const dayMs = 86_400_000;
const one = <T>(values: readonly T[]) => fc.constantFrom(...values);
const some = <T>(values: readonly T[], maxLength = 3) => fc.uniqueArray(one(values), { maxLength });

const person = fc.record({
  name: one(names),
  givenName: one(names),
  domain: one(domains),
  phone: one(['', '+12025550101', '+12025550102', '+493012345678']),
  status: one(statuses),
  test: fc.boolean(),
  verifiedEmail: fc.boolean(),
  verifiedPhone: fc.boolean(),
  tenants: some(tenantIds),
  roles: some(['shared', 'second', 'third']),
  attributes: fc.record(
    {
      color: one(['red', 'Red', '1', 'true']),
      size: one([1, 2, 0.5]),
      member: fc.boolean(),
      tags: some(['x', 'y', 'z']),
    },
    { requiredKeys: [] },
  ),
  hasTotp: fc.boolean(),
  lastSignInDay: one([0, start, start + 2 * dayMs]),
  invitedAt: one([0, start + 5]),
  days: one([0, 1, 2, 3, 4, 5, 65, 150]),
});

beforeAll(async () => {
  latchkey = await startLatchkey();
  ctx = latchkey.context;
  await defineAttributes(ctx, 'user', [
    { name: 'color', type: 'text' },
    { name: 'size', type: 'number' },
    { name: 'member', type: 'boolean' },
    { name: 'tags', type: 'multiSelect', options: ['x', 'y', 'z'].map((value) => ({ value, label: value })) },
  ]);
  for (const id of tenantIds) await createTenant(ctx, { id, name: `Tenant ${id}`, parentId: parents[id] });
  await createRoles(ctx, [
    { name: 'shared' },
    { name: 'second' },
    { name: 'third' },
    { name: 'shared', tenantId: 'a' },
  ]);
  people = [];
  for (const [index, some] of fc.sample(person, { numRuns: 70, seed: 7 }).entries()) {
    const { domain, roles, tenants, attributes, hasTotp, days, lastSignInDay, invitedAt, ...fields } = some;
    const user = await createUser(ctx, {
      ...fields,
      loginId: `User${index}@${domain}`,
      additionalLoginIds: index % 5 === 0 ? [`second-${index}`] : [],
      roleNames: roles,
      tenants: tenants.map((tenantId) => ({ tenantId, roleNames: roles })),
      customAttributes: attributes,
      createdAt: start + days * 86_400_000,
    });
    if (hasTotp) {
      await sql`insert into "totpCredentials" ("projectId", "userId", "sealedSecret", "lastStep", failures, "nextAttemptAt", "createdAt")
        values (${ctx.project.id}, ${user.id}, '', 0, 0, 0, 0)`.execute(ctx.db);
    }
    await updateUserRow(ctx.db, ctx.project.id, user.id, { lastSignInDay, invitedAt });
    const { rows } = await sql<
      Known['roleIds'][number]
    >`select u."tenantId", u."roleId", r.name from "userRoles" u
      join roles r on r."projectId" = u."projectId" and r.id = u."roleId"
      where u."projectId" = ${ctx.project.id} and u."userId" = ${user.id}`.execute(ctx.db);
    people.push({ ...user, hasTotp, lastSignInDay, invitedAt, index, roleIds: rows });
  }
});

afterAll(() => latchkey.close());

const roleWish = (values: readonly string[]) =>
  fc.dictionary(one(tenantIds), fc.record({ values: some(values), and: fc.boolean() }), { maxKeys: 2 });

/** Generates searches once the users exist, because some filters refer to them. */
function searches(): fc.Arbitrary<UserSearch> {
  const roleIds = [...new Set(people.flatMap((user) => user.roleIds.map(({ roleId }) => roleId))), 'Rnone'];
  const emails = people.map((user) => user.email);
  const moment = one([0, -1, ...[0, 1, 2, 3, 5, 65, 100, 1_000].map((day) => start + day * 86_400_000)]);
  const signIn = one([
    0,
    start - 100 * dayMs,
    start - 1,
    start,
    start + dayMs + 5,
    start + 2 * dayMs + 5,
    start + 3 * dayMs,
    start + 200 * dayMs,
  ]);
  return fc.record(
    {
      tenantIds: some([...tenantIds, 'none']),
      includeSubTenants: fc.boolean(),
      roleNames: some(['shared', 'second', 'third', 'none'], 2),
      roleIds: some(roleIds, 2),
      tenantRoleIds: roleWish(roleIds),
      tenantRoleNames: roleWish(['shared', 'second', 'none']),
      statuses: some(statuses),
      invitationSent: fc.boolean(),
      withoutSecondFactor: fc.boolean(),
      fromLastSignInTime: signIn,
      notSignedInSince: signIn,
      neverSignedIn: fc.boolean(),
      emails: some([...emails, "a' OR '1'='1", 'USER1@ONE.EXAMPLE'], 12),
      phones: some(['+12025550101', '+1 (202) 555-0102', 'nothing']),
      loginIds: some([...emails, 'SECOND-5', 'second-10', "x' or 1=1 --"], 12),
      userIds: some([...people.map((user) => user.id), '%'], 12),
      text: one([...words.filter((word) => word.length > 2 && word !== '___'), ...pairs]),
      customAttributes: fc.record(
        {
          color: one(['red', 'Red', '1', 1, true, ['red', 'true']]),
          size: one([1, '1', 2, [0.5, 2]]),
          member: one([true, false, 'true']),
          tags: one(['x', ['y', 'z'], 'q']),
        },
        { requiredKeys: [] },
      ),
      testUsersOnly: fc.boolean(),
      withTestUser: fc.boolean(),
      verifiedEmail: fc.boolean(),
      verifiedPhone: fc.boolean(),
      methods: some(['totp', 'sso', 'password', 'webauthn'] as const, 1),
      fromCreatedTime: moment,
      toCreatedTime: moment,
      fromModifiedTime: moment,
      toModifiedTime: one([0, start, Number.MAX_SAFE_INTEGER]),
      sort: fc.array(
        fc.record({
          field: one([
            'createdTime',
            'modifiedTime',
            'lastSignInTime',
            'name',
            'displayName',
            'email',
            'phone',
            'status',
            'loginId',
          ]),
          desc: fc.boolean(),
        }),
        { maxLength: 1 },
      ),
    },
    { requiredKeys: [] },
  );
}

/** Picks few filters at a time, because a user would almost never match all of them. */
function fewOf(search: UserSearch, picks: number[]): UserSearch {
  const entries = Object.entries(search);
  return Object.fromEntries(
    picks.flatMap((pick) => (entries.length > 0 ? [entries[pick % entries.length]!] : [])),
  );
}

/** Puts the index into one of its states: everything folded, nothing since some changes, or a part. */
async function arrange(unfolded: number): Promise<void> {
  await fold(ctx);
  await logUsers(
    ctx,
    people.slice(0, unfolded).map(({ id }) => id),
  );
}

test('every combination of filters finds the same users as comparing one by one, in the same order, by page and by cursor', async () => {
  await fc.assert(
    fc.asyncProperty(
      searches(),
      fc.array(fc.nat(1_000), { minLength: 0, maxLength: 4 }),
      one([0, 1, 30, 70]),
      fc.integer({ min: 4, max: 40 }),
      async (all, picks, unfolded, limit) => {
        await arrange(unfolded);
        const search = { ...fewOf(all, picks), ...(all.sort && { sort: all.sort }) };
        const expected = naive(search).map((user) => user.id);
        const byPage: string[] = [];
        for (let page = 0; page === 0 || page * limit < expected.length; page += 1) {
          const { users, total } = await searchUsers(ctx, { ...search, limit, page });
          expect(total).toBe(expected.length);
          byPage.push(...users.map((user) => user.id));
        }
        expect(byPage).toEqual(expected);
        const byCursor: string[] = [];
        let cursor = '';
        do {
          const page = await searchUsers(ctx, { ...search, limit, cursor });
          byCursor.push(...page.users.map((user) => user.id));
          cursor = page.nextCursor;
        } while (cursor);
        expect(byCursor).toEqual(expected);
      },
    ),
    { numRuns: 300, seed: 11 },
  );
});

/** Implements a search in the plainest way, for comparison. */
function naive(search: UserSearch): User[] {
  const { sort: [order] = [] } = search;
  const found = people.filter((user) => isMatch(user, search));
  if (!order) return found;
  const key = (user: Known) => sortKeys[order.field as keyof typeof sortKeys](user);
  const compare = (a: Known, b: Known) =>
    key(a) === key(b) ? a.index - b.index : Buffer.compare(bytes(key(a)), bytes(key(b)));
  return found.sort((a, b) => (order.desc ? compare(b, a) : compare(a, b)));
}

function bytes(key: string | number): Buffer {
  return Buffer.from(typeof key === 'number' ? String(key).padStart(20, '0') : key);
}

const lower = (text: string) => text.normalize('NFC').toLowerCase();

function hasText(text: string, wanted: string): boolean {
  if ([...wanted].length > 2 || /\p{Script=Han}/u.test(wanted)) return text.includes(wanted);
  return [' ', '-', "'", '’'].some((sign) => ` ${text}`.includes(sign + wanted));
}

const sortKeys = {
  createdTime: (user: User) => user.createdAt,
  modifiedTime: (user: User) => user.modifiedAt,
  lastSignInTime: (user: User) => user.lastSignInDay,
  name: (user: User) => lower(user.name),
  displayName: (user: User) => lower(user.name),
  email: (user: User) => user.email,
  phone: (user: User) => user.phone,
  status: ({ status, invitedAt }: User) =>
    status === 'invited' ? `${status} ${Math.sign(invitedAt)}` : status,
  loginId: (user: User) => lower(user.loginIds[0]!),
};

function isInvitedAs({ status, invitedAt }: User, { invitationSent, statuses }: UserSearch): boolean {
  if (invitationSent === undefined) return true;
  return status === 'invited' ? invitationSent === invitedAt > 0 : Boolean(statuses?.length);
}

function isSignedInAs({ lastSignInDay: day }: User, search: UserSearch): boolean {
  const { fromLastSignInTime: from = 0, notSignedInSince: since = 0, neverSignedIn } = search;
  const isOver = (time: number) => day + dayMs <= time;
  return (
    (from <= 0 || (day > 0 && !isOver(from))) &&
    (since <= 0 || day === 0 || isOver(since)) &&
    !(neverSignedIn && day > 0)
  );
}

function isMatch(user: Known, search: UserSearch): boolean {
  const wants = <T>(values: readonly T[] | undefined, has: (value: T) => boolean) =>
    !values?.length || values.some(has);
  const flag = (wanted: boolean | undefined, is: boolean) => wanted === undefined || wanted === is;
  const { tenantIds: named = [], roleNames = [], roleIds = [] } = search;
  const below = (id: string): string[] => [
    id,
    ...tenantIds.filter((other) => parents[other] === id).flatMap(below),
  ];
  const tenants = search.includeSubTenants ? named.flatMap(below) : named;
  const isPlace = (tenantId: string) => named.length === 0 || tenants.includes(tenantId);
  const member = user.tenants.map(({ tenantId }) => tenantId);
  const holds = (is: (role: Known['roleIds'][number]) => boolean) => user.roleIds.some(is);
  const texts = [user.name, user.givenName, user.middleName, user.familyName, user.email, user.phone]
    .concat(user.loginIds)
    .concat(
      Object.values(user.customAttributes)
        .flat()
        .filter((value) => typeof value === 'string'),
    );
  const tenantRoles = (
    criteria: UserSearch['tenantRoleIds'],
    is: (role: Known['roleIds'][number], value: string) => boolean,
  ) =>
    Object.entries(criteria ?? {}).every(([tenantId, { values = [], and }]) => {
      const held = values.map((value) => holds((role) => role.tenantId === tenantId && is(role, value)));
      return values.length === 0 || (and ? held.every(Boolean) : held.some(Boolean));
    });
  const attributes = Object.entries(search.customAttributes ?? {}).every(([name, wanted]) =>
    wants([wanted].flat(), (value) => [user.customAttributes[name]].flat().includes(value)),
  );
  const { fromCreatedTime = 0, toCreatedTime = 0, fromModifiedTime = 0, toModifiedTime = 0 } = search;
  return (
    (roleNames.length + roleIds.length > 0 ||
      wants(named, () => tenants.some((id) => member.includes(id)))) &&
    wants(roleNames, (name) => holds((role) => role.name === name && isPlace(role.tenantId))) &&
    wants(roleIds, (id) => holds((role) => role.roleId === id && isPlace(role.tenantId))) &&
    tenantRoles(search.tenantRoleIds, (role, id) => role.roleId === id) &&
    tenantRoles(search.tenantRoleNames, (role, name) => role.name === name) &&
    wants(search.statuses, (status) => user.status === status) &&
    isInvitedAs(user, search) &&
    !(search.withoutSecondFactor && (user.hasTotp || user.hasPasskey)) &&
    isSignedInAs(user, search) &&
    wants(search.emails, (email) => user.email === lower(email)) &&
    wants(search.phones, (phone) => user.phone !== '' && user.phone === phone.replaceAll(/[ ()-]/g, '')) &&
    wants(search.loginIds, (id) => user.loginIds.some((written) => lower(written) === lower(id))) &&
    wants(search.userIds, (id) => user.id === id) &&
    (!search.text || texts.some((text) => hasText(lower(text), lower(search.text as string)))) &&
    attributes &&
    (search.testUsersOnly ? user.test : search.withTestUser || !user.test) &&
    flag(search.verifiedEmail, user.verifiedEmail) &&
    flag(search.verifiedPhone, user.verifiedPhone) &&
    (search.methods ?? []).every((method) => method === 'totp' && user.hasTotp) &&
    (fromCreatedTime <= 0 || user.createdAt >= fromCreatedTime) &&
    (toCreatedTime <= 0 || user.createdAt <= toCreatedTime) &&
    (fromModifiedTime <= 0 || user.modifiedAt >= fromModifiedTime) &&
    (toModifiedTime <= 0 || user.modifiedAt <= toModifiedTime)
  );
}
