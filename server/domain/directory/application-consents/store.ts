import type { ExpressionBuilder, Insertable } from 'kysely';
import { inList } from '../../../storage/json.ts';
import type { Db, Row, Tables } from '../../../storage/tables.ts';
import type { EndingMemberships } from '../tenants/ending-memberships.ts';
import type { AllowedAt, Consent, ConsentSubject } from './consent.ts';

const columns = [
  'id',
  'appId',
  'userId',
  'tenantId',
  'scopes',
  'allowed',
  'grantedBy',
  'createdAt',
  'modifiedAt',
] as const;

/**
 * Returns the consent of this subject, and stores this one if there is none. A user has one for each application and tenant. Locks it
 * until the transaction ends, so that of two answers, or an answer and a withdrawal, the second one sees what the first has left.
 */
export async function holdConsent(db: Db, row: Insertable<Tables['consents']>): Promise<Consent> {
  const held = await db
    .insertInto('consents')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['projectId', 'appId', 'userId', 'tenantId'])
        .doUpdateSet((consent) => ({ grantedBy: consent.ref('consents.grantedBy') })),
    )
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toConsent(held);
}

/** Replaces what a consent allows. */
export async function updateConsent(
  db: Db,
  { projectId, id }: { projectId: string; id: string },
  change: Pick<Insertable<Tables['consents']>, 'scopes' | 'allowed' | 'grantedBy' | 'modifiedAt'>,
): Promise<Consent> {
  const updated = await db
    .updateTable('consents')
    .set(change)
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
  return toConsent(updated);
}

/** Lists the consents that count for the user in the tenant: their own, and the tenant's for everyone. */
export async function listConsentsFor(
  db: Db,
  projectId: string,
  { appId, userId, tenantId }: ConsentSubject,
): Promise<Consent[]> {
  const rows = await db
    .selectFrom('consents')
    .select(columns)
    .where('projectId', '=', projectId)
    .where('appId', '=', appId)
    .where('tenantId', '=', tenantId)
    .where('userId', 'in', tenantId ? [userId, ''] : [userId])
    .execute();
  return rows.map(toConsent);
}

/** Lists the user's own consents, and those for all members of these tenants; newest first. */
export async function listConsentsOf(
  db: Db,
  projectId: string,
  { userId, tenantIds }: { userId: string; tenantIds: string[] },
): Promise<Consent[]> {
  const rows = await db
    .selectFrom('consents')
    .select(columns)
    .where('projectId', '=', projectId)
    .where((row) =>
      row.or([
        row('ofUser', '=', userId),
        row.and([row('userId', '=', ''), inList(db, row.ref('ofTenant').$notNull(), tenantIds)]),
      ]),
    )
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toConsent);
}

/** Lists the consents that users have given for themselves in tenants: these users, or in these tenants. */
export function listConsentsInTenants(
  db: Db,
  projectId: string,
  of: EndingMemberships['of'],
): Promise<{ id: string; userId: string; tenantId: string }[]> {
  return db
    .selectFrom('consents')
    .select(['id', 'userId', 'tenantId'])
    .where('projectId', '=', projectId)
    .where((row) =>
      'userIds' in of
        ? inList(db, row.ref('ofUser').$notNull(), of.userIds)
        : inList(db, row.ref('ofTenant').$notNull(), of.within),
    )
    .where('userId', '!=', '')
    .where('tenantId', '!=', '')
    .execute();
}

function toConsent(row: Pick<Row<'consents'>, (typeof columns)[number]>): Consent {
  return {
    ...row,
    scopes: JSON.parse(row.scopes) as string[],
    allowed: row.allowed === null ? undefined : (JSON.parse(row.allowed) as AllowedAt[]),
  };
}

export interface ConsentFilter {
  ids?: string[] | undefined;
  appId?: string | undefined;
  userIds?: string[] | undefined;
  tenantId?: string | undefined;
  tenantIds?: string[] | undefined;
  grantedBy?: string | undefined;
  /** Only those that users gave for themselves, or only those that count for all members of a tenant. */
  for?: 'users' | 'tenants';
}

/** Lists a page of consents, newest first, and counts all. */
export async function searchConsents(
  db: Db,
  projectId: string,
  filter: ConsentFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ consents: Consent[]; total: number }> {
  const found = db.selectFrom('consents').where('projectId', '=', projectId).where(matching(db, filter));
  const rows = await found
    .select(columns)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await found
    .select((consent) => consent.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { consents: rows.map(toConsent), total: Number(total) };
}

/** Deletes consents and returns them. */
export async function deleteConsents(db: Db, projectId: string, filter: ConsentFilter): Promise<Consent[]> {
  const rows = await db
    .deleteFrom('consents')
    .where('projectId', '=', projectId)
    .where(matching(db, filter))
    .returning(columns)
    .execute();
  return rows.map(toConsent);
}

function matching(db: Db, { ids, appId, userIds, tenantId, tenantIds, grantedBy, for: whom }: ConsentFilter) {
  return (row: ExpressionBuilder<Tables, 'consents'>) =>
    row.and([
      ...(ids?.length ? [inList(db, row.ref('id'), ids)] : []),
      ...(appId ? [row('appId', '=', appId)] : []),
      ...(userIds?.length ? [inList(db, row.ref('ofUser').$notNull(), userIds)] : []),
      ...(tenantId ? [row('ofTenant', '=', tenantId)] : []),
      ...(tenantIds?.length ? [inList(db, row.ref('ofTenant').$notNull(), tenantIds)] : []),
      ...(grantedBy ? [row('grantedBy', '=', grantedBy)] : []),
      ...(whom ? [row('userId', whom === 'users' ? '!=' : '=', '')] : []),
    ]);
}
