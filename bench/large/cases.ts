import { roleName, tenantIdOf } from './import.ts';
import { firstDay, nameOf, personAt, plans, randomFrom, span } from './people.ts';

export interface Search {
  name: string;
  /** Returns the body of repetition `index`, the same in every run. */
  body(index: number): Record<string, unknown>;
}

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
export function searchesOf({ users, roleIds, importedFrom, importedTo }: Population): Search[] {
  const someone = (index: number) => personAt(Math.floor(randomFrom(index + 1)() * users), users);
  const among = (index: number, count: number) => Math.floor(randomFrom(index + 77)() * count);
  const moment = (part: number) => firstDay + Math.floor(part * span);
  const changed = (part: number) => importedFrom + Math.floor(part * (importedTo - importedFrom));
  return [
    { name: 'no filter', body: () => ({}) },
    { name: 'withTestUser', body: () => ({ withTestUser: true }) },
    { name: 'testUsersOnly (0.5 %)', body: () => ({ testUsersOnly: true }) },
    { name: 'loginIds, 1', body: (index) => ({ loginIds: [someone(index).email] }) },
    { name: 'emails, 1', body: (index) => ({ emails: [someone(index).email] }) },
    {
      name: 'emails, 100',
      body: (index) => ({
        emails: Array.from({ length: 100 }, (_, other) => someone(100 * index + other).email),
      }),
    },
    { name: 'phones, 1', body: (index) => ({ phones: [someone(index).phone || '+12000000000'] }) },
    { name: 'statuses disabled (5 %)', body: () => ({ statuses: ['disabled'] }) },
    { name: 'statuses enabled (80 %)', body: () => ({ statuses: ['enabled'] }) },
    { name: 'verifiedEmail false (10 %)', body: () => ({ verifiedEmail: false }) },
    { name: 'verifiedPhone true (50 %)', body: () => ({ verifiedPhone: true }) },
    {
      name: 'tenantIds, 1 (0.003 %)',
      body: (index) => ({ tenantIds: [tenantIdOf(1 + among(index, 9_999))] }),
    },
    {
      name: 'tenantIds, 100 (0.3 %)',
      body: (index) => ({
        tenantIds: Array.from({ length: 100 }, (_, other) =>
          tenantIdOf(1 + among(100 * index + other, 9_999)),
        ),
      }),
    },
    { name: 'tenantIds, 1 (10 %)', body: () => ({ tenantIds: [tenantIdOf(0)] }) },
    {
      name: 'tenantIds with includeSubTenants',
      body: (index) => ({ tenantIds: [tenantIdOf(100 + among(index, 900))], includeSubTenants: true }),
    },
    { name: 'roleNames, 1 (1 %)', body: (index) => ({ roleNames: [roleName(1 + among(index, 49))] }) },
    { name: 'roleNames, 1 (50 %)', body: () => ({ roleNames: [roleName(0)] }) },
    {
      name: 'roles, 3 (3 %)',
      body: (index) => ({ roles: [1, 2, 3].map((more) => roleIds[more + among(index, 46)]) }),
    },
    {
      name: 'tenantIds and roleNames',
      body: (index) => ({
        tenantIds: [tenantIdOf(among(index, 10_000))],
        roleNames: [roleName(among(index, 50))],
      }),
    },
    {
      name: 'tenantRoleNames',
      body: (index) => ({
        tenantRoleNames: { [tenantIdOf(0)]: { values: [roleName(among(index, 50))], and: true } },
      }),
    },
    { name: 'totp (5 %)', body: () => ({ totp: true }) },
    {
      name: 'customAttributes, one user',
      body: (index) => ({ customAttributes: { employee: someone(index).attributes['employee'] } }),
    },
    {
      name: 'customAttributes (0.5 %)',
      body: (index) => ({ customAttributes: { country: nameOf(7_000 + among(index, 200)) } }),
    },
    {
      name: 'customAttributes, any of 3 (3 %)',
      body: (index) => ({ customAttributes: { score: [0, 1, 2].map((more) => more + among(index, 97)) } }),
    },
    { name: 'customAttributes (20 %)', body: () => ({ customAttributes: { plan: plans[1] } }) },
    { name: 'customAttributes (50 %)', body: () => ({ customAttributes: { newsletter: true } }) },
    { name: 'customAttributes (70 %)', body: () => ({ customAttributes: { plan: plans[0] } }) },
    {
      name: 'created within a day',
      body: (index) => {
        const from = moment(randomFrom(index)());
        return { fromCreatedTime: from, toCreatedTime: from + 86_400_000 };
      },
    },
    {
      name: 'created in one of the three years',
      body: () => ({ fromCreatedTime: moment(1 / 3), toCreatedTime: moment(2 / 3) }),
    },
    {
      name: 'modified in a thousandth of the time',
      body: (index) => {
        const part = among(index, 999) / 1_000;
        return { fromModifiedTime: changed(part), toModifiedTime: changed(part + 0.001) };
      },
    },
    { name: 'text, one user', body: (index) => ({ text: someone(index).email.slice(2, 22) }) },
    { name: 'text, a family name (0.02 %)', body: (index) => ({ text: someone(index).familyName }) },
    { name: 'text, a given name (0.1 to 3 %)', body: (index) => ({ text: nameOf(among(index, 900)) }) },
    { name: 'text, nobody', body: (index) => ({ text: `qxj${index}zzq` }) },
    { name: 'text that everybody has', body: () => ({ text: 'example' }) },
    {
      name: 'tenant, role and status',
      body: (index) => ({
        tenantIds: [tenantIdOf(0)],
        roleNames: [roleName(among(index, 50))],
        statuses: ['enabled'],
      }),
    },
    {
      name: 'role (1 %), attribute (20 %) and status (80 %)',
      body: (index) => ({
        roleNames: [roleName(1 + among(index, 49))],
        customAttributes: { plan: plans[1] },
        statuses: ['enabled'],
      }),
    },
    {
      name: 'role (50 %), attribute (20 %) and verifiedEmail (90 %)',
      body: () => ({ roleNames: [roleName(0)], customAttributes: { plan: plans[1] }, verifiedEmail: true }),
    },
    {
      name: 'text (given name), attribute (50 %) and status (80 %)',
      body: (index) => ({
        text: nameOf(among(index, 900)),
        customAttributes: { newsletter: true },
        statuses: ['enabled'],
      }),
    },
    { name: 'sorted by name', body: () => ({ sort: [{ field: 'name' }] }) },
    {
      name: 'sorted by createdTime, descending',
      body: () => ({ sort: [{ field: 'createdTime', desc: true }] }),
    },
    {
      name: 'sorted by email, role (1 %)',
      body: (index) => ({ sort: [{ field: 'email' }], roleNames: [roleName(1 + among(index, 49))] }),
    },
    {
      name: 'sorted by name, attribute (20 %)',
      body: () => ({ sort: [{ field: 'name' }], customAttributes: { plan: plans[1] } }),
    },
    {
      name: 'sorted by modifiedTime, tenant (10 %)',
      body: () => ({ sort: [{ field: 'modifiedTime', desc: true }], tenantIds: [tenantIdOf(0)] }),
    },
  ];
}

export interface DeepPage {
  name: string;
  /** The position in the result, as a fraction. */
  part: number;
  body: Record<string, unknown>;
}

/** The same position by page number and by cursor. */
export const deepPages: DeepPage[] = [
  { name: 'no filter, nine tenths in', part: 0.9, body: {} },
  { name: 'role (50 %), nine tenths in', part: 0.9, body: { roleNames: [roleName(0)] } },
  { name: 'sorted by name, nine tenths in', part: 0.9, body: { sort: [{ field: 'name' }] } },
];
