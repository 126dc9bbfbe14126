import { prepared } from '../../../../storage/prepared.ts';
import type { Db, Row } from '../../../../storage/tables.ts';
import type { ClientKind } from '../store.ts';

export type SecretRow = Omit<Row<'inboundAppSecrets'>, 'projectId' | 'appId'>;

/** The two tables differ in nothing but the names of the table and of the column that names the application. */
const tables = {
  sso: { table: 'ssoAppSecrets', app: 'ssoAppId' },
  thirdParty: { table: 'inboundAppSecrets', app: 'appId' },
} as const;

function placesOf(kind: ClientKind): { table: 'inboundAppSecrets'; app: 'appId' } {
  return tables[kind] as { table: 'inboundAppSecrets'; app: 'appId' };
}

/** Inserts a secret. Returns `false` if the application already has one with this name. */
export async function insertSecret(
  db: Db,
  kind: ClientKind,
  { projectId, appId, ...row }: SecretRow & { projectId: string; appId: string },
): Promise<boolean> {
  const { table, app } = placesOf(kind);
  const inserted = await db
    .insertInto(table)
    .values({ ...row, projectId, [app]: appId } as Row<'inboundAppSecrets'>)
    .onConflict((conflict) => conflict.columns(['projectId', app, 'name']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Lists secrets, oldest first. */
export function listSecrets(
  db: Db,
  kind: ClientKind,
  projectId: string,
  appId: string,
): Promise<SecretRow[]> {
  return secretsOf[kind](db, { projectId, appId });
}

const secretsOf = { sso: secretsIn('sso'), thirdParty: secretsIn('thirdParty') };

function secretsIn(kind: ClientKind) {
  const { table, app } = placesOf(kind);
  return prepared((db, { projectId, appId }: { projectId: string; appId: string }) =>
    db
      .selectFrom(table)
      .select(['id', 'name', 'sealedSecret', 'createdAt', 'expiresAt'])
      .where('projectId', '=', projectId)
      .where(app, '=', appId)
      .orderBy('createdAt')
      .orderBy('id'),
  );
}

/** Deletes the secret with this name, or all. Returns `false` if there was none. */
export async function deleteSecrets(
  db: Db,
  kind: ClientKind,
  projectId: string,
  appId: string,
  name?: string,
): Promise<boolean> {
  const { table, app } = placesOf(kind);
  const query = db
    .deleteFrom(table)
    .where('projectId', '=', projectId)
    .where(app, '=', appId)
    .$if(name !== undefined, (secrets) => secrets.where('name', '=', name as string));
  return (await query.returning('id').execute()).length > 0;
}
