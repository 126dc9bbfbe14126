/** A user of the large database, the same in every run. */
export interface Person {
  givenName: string;
  familyName: string;
  email: string;
  phone: string;
  status: 'invited' | 'enabled' | 'disabled';
  verifiedEmail: boolean;
  test: boolean;
  /** Absent: no tenant; then the user may have project roles. */
  tenant: number | undefined;
  /** The role in the tenant. */
  tenantRole: number | undefined;
  roles: number[];
  hasTotp: boolean;
  createdAt: number;
  /** By name. */
  attributes: Record<string, unknown>;
}

export const sizes = { users: 1_000_000, tenants: 10_000, roles: 50 };

/** Puts a tenth of the tenants below another one. */
export function parentOf(tenant: number): number | undefined {
  return tenant >= 1_000 && tenant % 10 === 0 ? tenant / 10 : undefined;
}

/** The first user's day, and the time span of all sign-ups. */
export const firstDay = Date.UTC(2023, 0, 1);
export const span = 3 * 365 * 86_400_000;

export const plans = ['free', 'team', 'business', 'enterprise'];
export const tags = ['beta', 'vip', 'partner', 'press', 'staff', 'alumni', 'trial', 'legacy'];

/** The ten custom attributes with their types. */
export const attributeTypes = {
  plan: 'singleSelect',
  country: 'text',
  newsletter: 'boolean',
  score: 'number',
  employee: 'text',
  department: 'text',
  level: 'number',
  tags: 'multiSelect',
  birthday: 'date',
  region: 'text',
} as const;

/** Returns user `index` of `users` in `tenants`. */
export function personAt(index: number, users: number, tenants = sizes.tenants): Person {
  const next = randomFrom(index);
  const below = (limit: number) => Math.floor(next() * limit);
  const givenName = nameOf(Math.floor(900 * next() ** 2));
  const familyName = nameOf(1_000 + below(4_000));
  const late = firstDay + Math.floor((index / users) * span);
  const createdAt = next() < 0.05 ? firstDay + below(late - firstDay + 1) : late;
  const luck = next();
  return {
    givenName,
    familyName,
    email: `${givenName}.${familyName}${index}@${nameOf(6_000 + below(500))}.example`.toLowerCase(),
    phone: next() < 0.5 ? `+1${2_000_000_000 + index}` : '',
    status: luck < 0.8 ? 'enabled' : luck < 0.95 ? 'invited' : 'disabled',
    verifiedEmail: next() < 0.9,
    test: next() < 0.005,
    ...placeOf(next, tenants),
    hasTotp: next() < 0.05,
    createdAt,
    attributes: {
      plan: plans[[0.7, 0.9, 0.99, 1].findIndex((limit) => luckOf(index) < limit)],
      country: nameOf(7_000 + below(200)),
      newsletter: next() < 0.5,
      score: below(100),
      employee: `E-${(index * 7_919).toString(36)}`,
      department: nameOf(8_000 + below(30)),
      level: 1 + below(10),
      tags: [...new Set([tags[below(8)], tags[below(8)]])].sort(
        (a, b) => tags.indexOf(a!) - tags.indexOf(b!),
      ),
      birthday: new Date(Date.UTC(1950, 0, 1 + below(20_000))).toISOString().slice(0, 10),
      region: nameOf(9_000 + below(12)),
    },
  };
}

/** Puts four of ten users in a tenant, a quarter of them in the same one. Half of all users have the same role. */
function placeOf(next: () => number, tenants: number): Pick<Person, 'tenant' | 'tenantRole' | 'roles'> {
  const below = (limit: number) => Math.floor(next() * limit);
  if (next() < 0.4) {
    const tenant = next() < 0.25 ? 0 : 1 + below(tenants - 1);
    return { tenant, tenantRole: next() < 0.5 ? below(sizes.roles) : undefined, roles: [] };
  }
  const common = next() < 5 / 6 ? [0] : [];
  const rare = next() < 0.8 ? [1 + below(sizes.roles - 1)] : [];
  return { tenant: undefined, tenantRole: undefined, roles: [...common, ...rare] };
}

function luckOf(index: number): number {
  return randomFrom(index ^ 0x5bd1_e995)();
}

const onsets = 'b d f g h k l m n p r s t v w z br st tr sh'.split(' ');
const rhymes = 'a e i o u an en in on ar er or el is as ia ea'.split(' ');

/** Returns a word of two to four syllables that belongs to the number. */
export function nameOf(number: number): string {
  const next = randomFrom(number * 31 + 7);
  const syllables = Array.from(
    { length: 2 + Math.floor(next() * 3) },
    () => onsets[Math.floor(next() * onsets.length)]! + rhymes[Math.floor(next() * rhymes.length)]!,
  );
  const word = syllables.join('');
  return word[0]!.toUpperCase() + word.slice(1);
}

/** Mulberry32: small, and the same everywhere. */
export function randomFrom(seed: number): () => number {
  let state = (seed * 2_654_435_761) | 0;
  return () => {
    state = (state + 0x6d2b_79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
