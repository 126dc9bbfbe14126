import { type SelectQueryBuilder, sql } from 'kysely';
import { inList } from '../../storage/json.ts';
import type { Db, Tables } from '../../storage/tables.ts';
import { type SelectedUser, selectUsers, toUser } from './store.ts';
import type { User } from './user.ts';

export interface UserFilter {
  tenantIds: string[];
  roleNames: string[];
  statuses: string[];
  emails: string[];
  phones: string[];
  loginIds: string[];
  userIds: string[];
  /** Absent: both. */
  test: boolean | undefined;
}

export async function searchUserRows(
  db: Db,
  projectId: string,
  filter: UserFilter,
  page: { offset: number; limit: number },
): Promise<{ users: User[]; total: number }> {
  const rows = await filtered(db, selectUsers(db, projectId), filter)
    .orderBy('users.createdAt')
    .orderBy('users.id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const counted = await filtered(db, db.selectFrom('users').where('users.projectId', '=', projectId), filter)
    .select((users) => users.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { users: rows.map((row) => toUser(row as SelectedUser)), total: Number(counted.total) };
}

function filtered<O>(
  db: Db,
  query: SelectQueryBuilder<Tables, 'users', O>,
  filter: UserFilter,
): SelectQueryBuilder<Tables, 'users', O> {
  const among = (column: 'users.status' | 'users.email' | 'users.phone' | 'users.id', values: string[]) => {
    if (values.length > 0) query = query.where((where) => inList(db, where.ref(column), values));
  };
  among('users.status', filter.statuses);
  among('users.email', filter.emails);
  among('users.phone', filter.phones);
  among('users.id', filter.userIds);
  if (filter.test !== undefined) query = query.where('users.test', '=', filter.test ? 1 : 0);
  if (filter.loginIds.length > 0) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('loginIds')
          .select(sql`1`.as('one'))
          .whereRef('loginIds.projectId', '=', 'users.projectId')
          .whereRef('loginIds.userId', '=', 'users.id')
          .where((login) => inList(db, login.ref('loginIds.loginId'), filter.loginIds)),
      ),
    );
  }
  if (filter.roleNames.length > 0) return withRoles(db, query, filter);
  if (filter.tenantIds.length > 0) {
    query = query.where((where) =>
      where.exists(
        where
          .selectFrom('tenantMembers')
          .select(sql`1`.as('one'))
          .whereRef('tenantMembers.projectId', '=', 'users.projectId')
          .whereRef('tenantMembers.userId', '=', 'users.id')
          .where((member) => inList(db, member.ref('tenantMembers.tenantId'), filter.tenantIds)),
      ),
    );
  }
  return query;
}

/** Roles together with tenants mean: holds the role in one of these tenants. */
function withRoles<O>(
  db: Db,
  query: SelectQueryBuilder<Tables, 'users', O>,
  { roleNames, tenantIds }: UserFilter,
): SelectQueryBuilder<Tables, 'users', O> {
  return query.where((where) =>
    where.exists(
      where
        .selectFrom('userRoles')
        .innerJoin('roles', (join) =>
          join
            .onRef('roles.projectId', '=', 'userRoles.projectId')
            .onRef('roles.id', '=', 'userRoles.roleId'),
        )
        .select(sql`1`.as('one'))
        .whereRef('userRoles.projectId', '=', 'users.projectId')
        .whereRef('userRoles.userId', '=', 'users.id')
        .where((role) => inList(db, role.ref('roles.name'), roleNames))
        .where((role) =>
          tenantIds.length > 0
            ? inList(db, role.ref('userRoles.tenantId'), tenantIds)
            : role('userRoles.tenantId', '=', ''),
        ),
    ),
  );
}
