import { prepared } from '../../storage/prepared.ts';
import type { Db } from '../../storage/tables.ts';

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

export async function findByLoginId(
  db: Db,
  projectId: string,
  folded: string,
): Promise<AddresseeRow | undefined> {
  const [row] = await byLoginId(db, { projectId, folded });
  return row;
}

const byLoginId = prepared((db, { projectId, folded }: { projectId: string; folded: string }) =>
  db
    .selectFrom('loginIds')
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'loginIds.projectId').onRef('users.id', '=', 'loginIds.userId'),
    )
    .select(columns)
    .where('loginIds.projectId', '=', projectId)
    .where('loginIds.loginId', '=', folded),
);

/** Two of them, if there are as many: that is enough to know that there is not one. */
export function findByVerifiedEmail(db: Db, projectId: string, email: string): Promise<AddresseeRow[]> {
  return byVerifiedEmail(db, { projectId, email });
}

const byVerifiedEmail = prepared((db, { projectId, email }: { projectId: string; email: string }) =>
  db
    .selectFrom('users')
    .select(columns)
    .where('projectId', '=', projectId)
    .where('email', '=', email)
    .where('verifiedEmail', '=', 1)
    .limit(2),
);

export function findByVerifiedPhone(db: Db, projectId: string, phone: string): Promise<AddresseeRow[]> {
  return byVerifiedPhone(db, { projectId, phone });
}

const byVerifiedPhone = prepared((db, { projectId, phone }: { projectId: string; phone: string }) =>
  db
    .selectFrom('users')
    .select(columns)
    .where('projectId', '=', projectId)
    .where('phone', '=', phone)
    .where('verifiedPhone', '=', 1)
    .limit(2),
);
