import type { Insertable } from 'kysely';
import { inList } from '../../../storage/json.ts';
import { prepared } from '../../../storage/prepared.ts';
import type { Db, Tables } from '../../../storage/tables.ts';
import type { AttributeDefinition, AttributeDetails, AttributeOwner } from './attribute.ts';

/** Lists attributes, oldest first, and those of the same moment by name. */
export async function listAttributes(
  db: Db,
  projectId: string,
  owner: AttributeOwner,
): Promise<AttributeDefinition[]> {
  const rows = await attributesOf(db, { projectId, owner });
  return rows
    .sort((a, b) => a.createdAt - b.createdAt || (a.name < b.name ? -1 : 1))
    .map(({ id, name, type, details }) => ({
      id,
      name,
      type,
      ...(JSON.parse(details) as AttributeDetails),
    }));
}

const attributesOf = prepared((db, { projectId, owner }: { projectId: string; owner: AttributeOwner }) =>
  db
    .selectFrom('customAttributes')
    .select(['id', 'name', 'type', 'details', 'createdAt'])
    .where('projectId', '=', projectId)
    .where('owner', '=', owner),
);

export async function insertAttribute(db: Db, row: Insertable<Tables['customAttributes']>): Promise<void> {
  await db.insertInto('customAttributes').values(row).execute();
}

export async function updateAttribute(
  db: Db,
  projectId: string,
  owner: AttributeOwner,
  id: string,
  details: string,
): Promise<void> {
  await db
    .updateTable('customAttributes')
    .set({ details })
    .where('projectId', '=', projectId)
    .where('owner', '=', owner)
    .where('id', '=', id)
    .execute();
}

/** Deletes attributes and returns those that existed. */
export async function deleteAttributeRows(
  db: Db,
  projectId: string,
  owner: AttributeOwner,
  names: string[],
): Promise<{ id: string; name: string }[]> {
  return db
    .deleteFrom('customAttributes')
    .where('projectId', '=', projectId)
    .where('owner', '=', owner)
    .where((where) => inList(db, where.ref('name'), names))
    .returning(['id', 'name'])
    .execute();
}
