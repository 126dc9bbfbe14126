import { type SqlBool, sql } from 'kysely';
import { inList } from '../../../storage/json.ts';
import type { Db } from '../../../storage/tables.ts';
import { type AccessKey, maxAccessKeys } from './access-key.ts';
import { selectKeys, toKey } from './store.ts';

export interface KeyOrder {
  column: 'foldedName' | 'status' | 'createdAt' | 'expiresAt';
  descending: boolean;
}

export interface KeyFilter {
  tenantIds: string[];
  boundUserId: string;
  createdBy: string;
  text: string;
  id: string;
  order: KeyOrder[];
}

export async function searchKeyRows(db: Db, projectId: string, filter: KeyFilter): Promise<AccessKey[]> {
  let query = selectKeys(db, projectId);
  const { tenantIds, boundUserId, createdBy, text, order } = filter;
  if (tenantIds.length > 0) {
    query = query.where((key) =>
      key(
        'accessKeys.id',
        'in',
        key
          .selectFrom('accessKeyTenants')
          .select('accessKeyTenants.keyId')
          .where('accessKeyTenants.projectId', '=', projectId)
          .where((row) => inList(db, row.ref('accessKeyTenants.tenantId'), tenantIds)),
      ),
    );
  }
  if (boundUserId) query = query.where('accessKeys.boundUserId', '=', boundUserId);
  if (createdBy) query = query.where('accessKeys.createdBy', '=', createdBy);
  if (text) {
    const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where((key) =>
      key.or([
        sql<SqlBool>`${key.ref('accessKeys.foldedName')} like ${pattern} escape '\\'`,
        key('accessKeys.id', '=', filter.id),
      ]),
    );
  }
  for (const { column, descending } of order) {
    query = query.orderBy(`accessKeys.${column}`, descending ? 'desc' : 'asc');
  }
  const rows = await query.orderBy('accessKeys.id').limit(maxAccessKeys).execute();
  return rows.map(toKey);
}
