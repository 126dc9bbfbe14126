import { roleName, tenantIdOf } from './import-people.ts';
import { firstDay, nameOf, personAt, plans, randomFrom, span } from './people.ts';

type Criteria = Record<string, unknown>;

/** The criteria of repetition `index`, the same in every run, by the name of the search. */
export type Searches = Record<string, (index: number) => Criteria>;

/** The facts about the searched database. */
export interface Population {
  users: number;
  /** Role IDs by number. */
  roleIds: string[];
  /** The import times of the first and the last user. */
  importedFrom: number;
  importedTo: number;
}

/** Lists the searches: each filter alone with few and with many matches, combined filters, and sorted results. */
export function searchesOf({ users, roleIds, importedFrom, importedTo }: Population): Searches {
  const someone = (index: number) => personAt(Math.floor(randomFrom(index + 1)() * users), users);
  const among = (index: number, count: number) => Math.floor(randomFrom(index + 77)() * count);
  const moment = (part: number) => firstDay + Math.floor(part * span);
  const changed = (part: number) => importedFrom + Math.floor(part * (importedTo - importedFrom));
  return {
    'no filter': () => ({}),
    withTestUser: () => ({ withTestUser: true }),
    'testUsersOnly (0.5 %)': () => ({ testUsersOnly: true }),
    'loginIds, 1': (index) => ({ loginIds: [someone(index).email] }),
    'emails, 1': (index) => ({ emails: [someone(index).email] }),
    'emails, 100': (index) => ({
      emails: Array.from({ length: 100 }, (_, other) => someone(100 * index + other).email),
    }),
    'phones, 1': (index) => ({ phones: [someone(index).phone || '+12000000000'] }),
    'statuses disabled (5 %)': () => ({ statuses: ['disabled'] }),
    'statuses enabled (80 %)': () => ({ statuses: ['enabled'] }),
    'verifiedEmail false (10 %)': () => ({ verifiedEmail: false }),
    'verifiedPhone true (50 %)': () => ({ verifiedPhone: true }),
    'tenantIds, 1 (0.003 %)': (index) => ({ tenantIds: [tenantIdOf(1 + among(index, 9_999))] }),
    'tenantIds, 100 (0.3 %)': (index) => ({
      tenantIds: Array.from({ length: 100 }, (_, other) => tenantIdOf(1 + among(100 * index + other, 9_999))),
    }),
    'tenantIds, 1 (10 %)': () => ({ tenantIds: [tenantIdOf(0)] }),
    'tenantIds with includeSubTenants': (index) => ({
      tenantIds: [tenantIdOf(100 + among(index, 900))],
      includeSubTenants: true,
    }),
    'roleNames, 1 (1 %)': (index) => ({ roleNames: [roleName(1 + among(index, 49))] }),
    'roleNames, 1 (50 %)': () => ({ roleNames: [roleName(0)] }),
    'roles, 3 (3 %)': (index) => ({ roles: [1, 2, 3].map((more) => roleIds[more + among(index, 46)]) }),
    'tenantIds and roleNames': (index) => ({
      tenantIds: [tenantIdOf(among(index, 10_000))],
      roleNames: [roleName(among(index, 50))],
    }),
    tenantRoleNames: (index) => ({
      tenantRoleNames: { [tenantIdOf(0)]: { values: [roleName(among(index, 50))], and: true } },
    }),
    'totp (5 %)': () => ({ totp: true }),
    'customAttributes, one user': (index) => ({
      customAttributes: { employee: someone(index).attributes['employee'] },
    }),
    'customAttributes (0.5 %)': (index) => ({
      customAttributes: { country: nameOf(7_000 + among(index, 200)) },
    }),
    'customAttributes, any of 3 (3 %)': (index) => ({
      customAttributes: { score: [0, 1, 2].map((more) => more + among(index, 97)) },
    }),
    'customAttributes (20 %)': () => ({ customAttributes: { plan: plans[1] } }),
    'customAttributes (50 %)': () => ({ customAttributes: { newsletter: true } }),
    'customAttributes (70 %)': () => ({ customAttributes: { plan: plans[0] } }),
    'created within a day': (index) => {
      const from = moment(randomFrom(index)());
      return { fromCreatedTime: from, toCreatedTime: from + 86_400_000 };
    },
    'created in one of the three years': () => ({
      fromCreatedTime: moment(1 / 3),
      toCreatedTime: moment(2 / 3),
    }),
    'modified in a thousandth of the time': (index) => {
      const part = among(index, 999) / 1_000;
      return { fromModifiedTime: changed(part), toModifiedTime: changed(part + 0.001) };
    },
    'text, one user': (index) => ({ text: someone(index).email.slice(2, 22) }),
    'text, a family name (0.02 %)': (index) => ({ text: someone(index).familyName }),
    'text, a given name (0.1 to 3 %)': (index) => ({ text: nameOf(among(index, 900)) }),
    'text, two letters': (index) => ({ text: someone(index).familyName.slice(0, 2) }),
    'text, two letters, tenant (10 %) and status (80 %)': (index) => ({
      text: someone(index).familyName.slice(0, 2),
      tenantIds: [tenantIdOf(0)],
      statuses: ['enabled'],
    }),
    'text, nobody': (index) => ({ text: `qxj${index}zzq` }),
    'text that everybody has': () => ({ text: 'example' }),
    'tenant, role and status': (index) => ({
      tenantIds: [tenantIdOf(0)],
      roleNames: [roleName(among(index, 50))],
      statuses: ['enabled'],
    }),
    'role (1 %), attribute (20 %) and status (80 %)': (index) => ({
      roleNames: [roleName(1 + among(index, 49))],
      customAttributes: { plan: plans[1] },
      statuses: ['enabled'],
    }),
    'role (50 %), attribute (20 %) and verifiedEmail (90 %)': () => ({
      roleNames: [roleName(0)],
      customAttributes: { plan: plans[1] },
      verifiedEmail: true,
    }),
    'text (given name), attribute (50 %) and status (80 %)': (index) => ({
      text: nameOf(among(index, 900)),
      customAttributes: { newsletter: true },
      statuses: ['enabled'],
    }),
    'sorted by name': () => ({ sort: [{ field: 'name' }] }),
    'sorted by createdTime, descending': () => ({ sort: [{ field: 'createdTime', desc: true }] }),
    'sorted by email, role (1 %)': (index) => ({
      sort: [{ field: 'email' }],
      roleNames: [roleName(1 + among(index, 49))],
    }),
    'sorted by name, attribute (20 %)': () => ({
      sort: [{ field: 'name' }],
      customAttributes: { plan: plans[1] },
    }),
    'sorted by modifiedTime, tenant (10 %)': () => ({
      sort: [{ field: 'modifiedTime', desc: true }],
      tenantIds: [tenantIdOf(0)],
    }),
  };
}

/** Searches for a page nine tenths into the result, which is requested by its number and by a cursor. */
export const deepPages: Record<string, Criteria> = {
  'no filter, nine tenths in': {},
  'role (50 %), nine tenths in': { roleNames: [roleName(0)] },
  'sorted by name, nine tenths in': { sort: [{ field: 'name' }] },
};
