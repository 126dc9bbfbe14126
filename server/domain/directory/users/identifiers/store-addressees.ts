import { sql } from 'kysely';
import { inList } from '../../../../storage/json.ts';
import { prepared } from '../../../../storage/prepared.ts';
import { findEach } from '../../../../storage/short-lists.ts';
import type { Db } from '../../../../storage/tables.ts';

const columns = [
  'users.id',
  'users.status',
  'users.test',
  'users.email',
  'users.verifiedEmail',
  'users.phone',
  'users.verifiedPhone',
  'users.selfRegistered',
  'users.selfGivenEmail',
  'users.selfGivenPhone',
] as const;

export type AddresseeRow = Awaited<ReturnType<typeof byLoginId>>[number];

/** The readings of a name: folded as a login ID, and normalised as the address that it is. */
export interface Name {
  folded: string;
  email?: string | undefined;
  phone?: string | undefined;
}

/**
 * Finds the user with this login ID, and up to two users who have verified it as an address, which is enough to
 * detect ambiguity.
 */
export function findByName(
  db: Db,
  projectId: string,
  { folded, email, phone }: Name,
): Promise<AddresseeRow[]> {
  if (email) return byEmail(db, { projectId, folded, address: email });
  if (phone) return byPhone(db, { projectId, folded, address: phone });
  return byLoginId(db, { projectId, folded });
}

type ByLoginId = { projectId: string; folded: string };

const withLoginId = (db: Db, { projectId, folded }: ByLoginId) =>
  db
    .selectFrom('loginIds')
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'loginIds.projectId').onRef('users.id', '=', 'loginIds.userId'),
    )
    .select(columns)
    .select(sql.lit(1).as('isLoginId'))
    .where('loginIds.projectId', '=', projectId)
    .where('loginIds.loginId', '=', folded);

const byLoginId = prepared((db, name: ByLoginId) => withLoginId(db, name));

/** Uses one statement for both readings, so that signing in by an address costs no more than by a login ID. */
const byNameOf = (address: 'email' | 'phone', flag: 'verifiedEmail' | 'verifiedPhone') =>
  prepared((db, name: ByLoginId & { address: string }) =>
    withLoginId(db, name).unionAll(
      db
        .selectFrom((from) =>
          from
            .selectFrom('users')
            .select(columns)
            .select(sql.lit(0).as('isLoginId'))
            .where('users.projectId', '=', name.projectId)
            .where(`users.${address}`, '=', name.address)
            .where(`users.${flag}`, '=', 1)
            .limit(2)
            .as('verified'),
        )
        .selectAll(),
    ),
  );

const byEmail = byNameOf('email', 'verifiedEmail');
const byPhone = byNameOf('phone', 'verifiedPhone');

/** The first and the last of the users who have verified an address. */
export interface VerifiedBy {
  address: string;
  first: string;
  last: string;
}

/** Returns the addresses of one kind that a user has verified. */
export function findVerified(
  db: Db,
  projectId: string,
  kind: 'email' | 'phone',
  addresses: string[],
): Promise<VerifiedBy[]> {
  const { one, many } = kind === 'email' ? verifiedEmails : verifiedPhones;
  return findEach(db, addresses, {
    one: (address) => one(db, { projectId, address }),
    many: (addresses) => many(db, { projectId, addresses }),
  });
}

function verifiedAmong(address: 'email' | 'phone', flag: 'verifiedEmail' | 'verifiedPhone') {
  const verified = (db: Db, projectId: string) =>
    db
      .selectFrom('users')
      .select((user) => [
        user.ref(address).as('address'),
        user.fn.min('id').as('first'),
        user.fn.max('id').as('last'),
      ])
      .where('projectId', '=', projectId)
      .where(flag, '=', 1)
      .groupBy(address);
  return {
    one: prepared((db, parameters: { projectId: string; address: string }) =>
      verified(db, parameters.projectId).where(address, '=', parameters.address),
    ),
    many: prepared((db, parameters: { projectId: string; addresses: readonly string[] }) =>
      verified(db, parameters.projectId).where((user) => inList(db, user.ref(address), parameters.addresses)),
    ),
  };
}

const verifiedEmails = verifiedAmong('email', 'verifiedEmail');
const verifiedPhones = verifiedAmong('phone', 'verifiedPhone');
