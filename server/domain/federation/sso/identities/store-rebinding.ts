import { sql } from 'kysely';
import type { Db } from '../../../../storage/tables.ts';

interface ConnectionKey {
  projectId: string;
  tenantId: string;
  connectionId: string;
}

/**
 * Replaces the prefix `from` of subjects by `to`. An old identity whose new name already signed in belongs to another
 * user and is deleted. Returns the users who lost one.
 */
export async function rebindIdentities(
  db: Db,
  key: ConnectionKey,
  from: string,
  to: string,
): Promise<string[]> {
  const length = [...from].length;
  const renamed = sql<string>`${to} || substr(${sql.ref('ssoIdentities.subject')}, ${length + 1})`;
  const deleted = await db
    .deleteFrom('ssoIdentities')
    .where('ssoIdentities.projectId', '=', key.projectId)
    .where('ssoIdentities.tenantId', '=', key.tenantId)
    .where('ssoIdentities.connectionId', '=', key.connectionId)
    .where(sql`substr(${sql.ref('ssoIdentities.subject')}, 1, ${length})`, '=', from)
    .where((identity) =>
      identity.exists(
        identity
          .selectFrom('ssoIdentities as taken')
          .select('taken.userId')
          .where('taken.projectId', '=', key.projectId)
          .where('taken.tenantId', '=', key.tenantId)
          .where('taken.connectionId', '=', key.connectionId)
          .where('taken.subject', '=', renamed),
      ),
    )
    .returning('userId')
    .execute();
  await renameIdentities(db, key, { from, length, to });
  return [...new Set(deleted.map(({ userId }) => userId))];
}

interface Renaming {
  from: string;
  /** The number of characters of `from`. */
  length: number;
  to: string;
}

/**
 * Adds the identities under their new names, moves their tokens, and deletes them under the old ones. A key that changed with the
 * identity would save that, but no distributed database has one on a key with the project in it.
 */
async function renameIdentities(
  db: Db,
  { projectId, tenantId, connectionId }: ConnectionKey,
  { from, length, to }: Renaming,
): Promise<void> {
  const renamed = sql<string>`${to} || substr(subject, ${length + 1})`;
  const begins = sql<string>`substr(subject, 1, ${length})`;
  const kept = [
    'projectId',
    'tenantId',
    'connectionId',
    'userId',
    'groups',
    'createdUser',
    'createdAt',
    'lastUsedAt',
  ] as const;
  await db
    .insertInto('ssoIdentities')
    .columns([...kept, 'subject'])
    .expression((identity) =>
      identity
        .selectFrom('ssoIdentities')
        .select([...kept, renamed.as('subject')])
        .where('projectId', '=', projectId)
        .where('tenantId', '=', tenantId)
        .where('connectionId', '=', connectionId)
        .where(begins, '=', from),
    )
    .execute();
  await db
    .updateTable('ssoTokens')
    .set({ subject: renamed })
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .where(begins, '=', from)
    .execute();
  await db
    .deleteFrom('ssoIdentities')
    .where('projectId', '=', projectId)
    .where('tenantId', '=', tenantId)
    .where('connectionId', '=', connectionId)
    .where(begins, '=', from)
    .execute();
}
