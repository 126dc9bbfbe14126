import { DatabaseSync } from 'node:sqlite';
import { Client } from 'pg';
import { newId } from '../../server/core/ids.ts';
import { sortedText } from '../../server/domain/users/search-index.ts';
import { attributeFacets, foldText } from '../../server/domain/users/search-text.ts';
import type { User } from '../../server/domain/users/user.ts';
import { attributeTypes, nameOf, type Person, personAt, plans, sizes } from './people.ts';
import { postgresWriter, type Row, sqliteWriter, type Writer } from './writer.ts';

export interface SeedOptions {
  projectId: string;
  users: number;
  report?: (done: number) => void;
}

const chunk = 10_000;
const now = Date.UTC(2026, 0, 1);

/**
 * Fills a migrated database with the rows that creating each of these users would have made, in far less time: rows of
 * users and what belongs to them are inserted as `createUser` does, the triggers add theirs, and the index gets what
 * `indexUser` writes. Only the audit log stays empty.
 */
export async function seed(place: { file: string } | { url: string }, options: SeedOptions): Promise<void> {
  const writer = 'file' in place ? sqliteWriter(new DatabaseSync(place.file)) : await openPostgres(place.url);
  await writer.prepare();
  const attributes = attributeIds();
  await writer.insert('customAttributes', attributeRows(options.projectId, attributes));
  await writer.insert('tenants', tenantRows(options.projectId));
  await writer.insert('roles', roleRows(options.projectId));
  const numbers = new FacetNumbers();
  let number = await writer.maximum('searchedUsers', 'number');
  for (let start = 0; start < options.users; start += chunk) {
    const rows = new Map<string, Row[]>();
    const add = (table: string, row: Row) => {
      const known = rows.get(table);
      if (known) known.push(row);
      else rows.set(table, [row]);
    };
    for (let index = start; index < Math.min(start + chunk, options.users); index += 1) {
      number += 1;
      addPerson(add, personAt(index, options.users), { ...options, attributes, numbers, number });
    }
    await writer.begin();
    for (const table of tableOrder) {
      const t = performance.now();
      await writer.insert(table, rows.get(table) ?? []);
      if (process.env['T'])
        console.log(table, (rows.get(table) ?? []).length, Math.round(performance.now() - t));
    }
    await writer.commit();
    options.report?.(Math.min(start + chunk, options.users));
  }
  await writer.finish();
}

async function openPostgres(url: string): Promise<Writer> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return postgresWriter(client);
}

const tableOrder = [
  'users',
  'loginIds',
  'tenantMembers',
  'userRoles',
  'totpCredentials',
  'userTexts',
  'searchFacets',
  'userFacets',
];

interface Setting {
  projectId: string;
  attributes: Record<string, string>;
  numbers: FacetNumbers;
  number: number;
}

function addPerson(add: (table: string, row: Row) => void, person: Person, setting: Setting): void {
  const { projectId, attributes, numbers, number } = setting;
  const { givenName, familyName, email, phone, status, createdAt, modifiedAt } = person;
  const userId = newId('U', createdAt);
  const loginId = foldText(email);
  const kept = Object.fromEntries(
    Object.entries(person.attributes).map(([name, value]) => [attributes[name]!, value]),
  );
  const flags = {
    verifiedEmail: Number(person.verifiedEmail),
    verifiedPhone: phone ? 1 : 0,
    test: Number(person.test),
  };
  const names = { name: `${givenName} ${familyName}`, givenName, middleName: '', familyName };
  add('users', {
    ...{ projectId, id: userId, status, ...names, email, phone, ...flags, picture: '' },
    ...{ customAttributes: JSON.stringify(kept), createdAt, modifiedAt },
  });
  add('loginIds', { projectId, loginId, userId, written: email, position: 0 });
  const tenantId = tenantIdOf(person.tenant);
  add('tenantMembers', { projectId, tenantId, userId, createdAt, position: 0 });
  add('userRoles', {
    projectId,
    userId,
    tenantId: '',
    roleId: roleIdOf(person.role),
    source: 'manual',
    position: 0,
  });
  if (person.tenantRole !== undefined) {
    const roleId = roleIdOf(person.tenantRole);
    add('userRoles', { projectId, userId, tenantId, roleId, source: 'manual', position: 0 });
  }
  if (person.hasTotp) {
    const unused = { lastStep: 0, failures: 0, nextAttemptAt: 0, createdAt };
    add('totpCredentials', { projectId, userId, sealedSecret: `v1.${'x'.repeat(80)}`, ...unused });
  }
  const user = {
    ...names,
    email,
    phone,
    loginIds: [email],
    customAttributes: person.attributes,
  } as unknown as User;
  add('userTexts', { number, projectId, ...sortedText(user) });
  const coded = 8 * { disabled: 0, enabled: 1, invited: 3 }[status];
  const allFlags = coded + 4 * flags.test + 2 * flags.verifiedEmail + flags.verifiedPhone;
  for (const value of attributeFacets(kept)) {
    const facet = numbers.of(value, (id) =>
      add('searchFacets', { id, projectId, kind: 'attribute', value, scope: '' }),
    );
    add('userFacets', { facet, number, flags: allFlags });
  }
}

/** IDs of facets that the triggers do not make: below zero, where the databases do not count. */
class FacetNumbers {
  readonly #known = new Map<string, number>();

  of(value: string, onNew: (id: number) => void): number {
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const id = -1 - this.#known.size;
    this.#known.set(value, id);
    onNew(id);
    return id;
  }
}

export function tenantIdOf(index: number): string {
  return `tenant-${index}`;
}

export function roleIdOf(index: number): string {
  return `R${String(index).padStart(27, '0')}`;
}

function attributeIds(): Record<string, string> {
  return Object.fromEntries(
    Object.keys(attributeTypes).map((name, index) => [name, `attrib${String(index).padStart(2, '0')}`]),
  );
}

function attributeRows(projectId: string, ids: Record<string, string>): Row[] {
  return Object.entries(attributeTypes).map(([name, type]) => {
    const options = name === 'plan' ? plans.map((value) => ({ value, label: value })) : [];
    const details = {
      displayName: name,
      options,
      defaultValue: null,
      viewPermissions: [],
      editPermissions: [],
    };
    return {
      projectId,
      owner: 'user',
      id: ids[name]!,
      name,
      type,
      details: JSON.stringify(details),
      createdAt: now,
    };
  });
}

function tenantRows(projectId: string): Row[] {
  return Array.from({ length: sizes.tenants }, (_, index) => ({
    ...{ projectId, id: tenantIdOf(index), name: `${nameOf(index)} ${index}`, authType: 'none' },
    ...{
      foldedName: foldText(`${nameOf(index)} ${index}`),
      customAttributes: '{}',
      settings: '{}',
      createdAt: now,
    },
    // A tenth of the tenants lie below another one.
    parentId: index >= 1_000 && index % 10 === 0 ? tenantIdOf(index / 10) : null,
  }));
}

function roleRows(projectId: string): Row[] {
  return Array.from({ length: sizes.roles }, (_, index) => ({
    ...{ projectId, id: roleIdOf(index), tenantId: '', name: `role ${index}`, foldedName: `role ${index}` },
    ...{ description: '', isDefault: 0, isPrivate: 0, createdAt: now },
  }));
}
