import { importRecords } from '../population.ts';
import { forEach, manage } from '../requests.ts';
import { totpSecret } from '../settings.ts';
import { attributeTypes, nameOf, type Person, parentOf, personAt, plans, sizes, tags } from './people.ts';

/** The records of one call, whose limit is 8 MiB. */
const recordsPerCall = 5_000;
/** Lets the next file be written while the server reads the previous one. */
const callsAtOnce = 2;
const tenantsAtOnce = 32;

export interface Imported {
  seconds: number;
  /** The server's, with all its threads. */
  cpuSeconds: number;
}

/** Creates tenants, roles and attributes by their endpoints, and users by the import, as an administrator would. */
export async function importPeople(
  server: { baseUrl: string; cpuMilliseconds(): number },
  { users, tenants = sizes.tenants }: { users: number; tenants?: number },
  report: (done: number) => void = () => {},
): Promise<Imported> {
  const { baseUrl } = server;
  await manage(baseUrl, 'user/customattribute/create', { attributes: attributes() });
  await manage(baseUrl, 'role/create/batch', {
    roles: numbers(sizes.roles).map((role) => ({ name: roleName(role) })),
  });
  const [above, below] = [true, false].map((isTop) =>
    numbers(tenants).filter((tenant) => (parentOf(tenant) === undefined) === isTop),
  );
  for (const tenants of [above!, below!]) {
    await forEach(tenants, tenantsAtOnce, (tenant) => manage(baseUrl, 'tenant/create', tenantRecord(tenant)));
  }
  const startedAt = performance.now();
  const cpuBefore = server.cpuMilliseconds();
  let done = 0;
  await forEach(numbers(Math.ceil(users / recordsPerCall)), callsAtOnce, async (call) => {
    const first = call * recordsPerCall;
    const count = Math.min(recordsPerCall, users - first);
    const records = numbers(count).map((index) =>
      JSON.stringify(personRecord(personAt(first + index, users, tenants))),
    );
    await importRecords(baseUrl, records);
    done += count;
    report(done);
  });
  return {
    seconds: (performance.now() - startedAt) / 1_000,
    cpuSeconds: (server.cpuMilliseconds() - cpuBefore) / 1_000,
  };
}

export function tenantIdOf(tenant: number): string {
  return `tenant-${tenant}`;
}

export function roleName(role: number): string {
  return `role ${role}`;
}

function tenantRecord(tenant: number) {
  const parent = parentOf(tenant);
  return {
    id: tenantIdOf(tenant),
    name: `${nameOf(tenant)} ${tenant}`,
    ...(parent !== undefined && { parent: tenantIdOf(parent) }),
  };
}

function attributes() {
  const options: Record<string, string[]> = { plan: plans, tags };
  return Object.entries(attributeTypes).map(([name, type]) => ({
    name,
    type,
    ...(options[name] && { options: options[name] }),
  }));
}

/** Returns a record as the import accepts it; `user/create` and `user/update` have most of the fields. */
export function personRecord({
  tenant,
  tenantRole,
  roles,
  attributes,
  hasTotp,
  createdAt,
  ...person
}: Person) {
  const { givenName, familyName, email } = person;
  return {
    ...person,
    loginId: email,
    displayName: `${givenName} ${familyName}`,
    roleNames: roles.map(roleName),
    ...(tenant !== undefined && {
      userTenants: [
        {
          tenantId: tenantIdOf(tenant),
          ...(tenantRole !== undefined && { roleNames: [roleName(tenantRole)] }),
        },
      ],
    }),
    customAttributes: attributes,
    createdTime: Math.floor(createdAt / 1_000),
    seed: hasTotp ? totpSecret : undefined,
  };
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}
