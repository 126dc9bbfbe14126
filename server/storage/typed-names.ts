import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { foldPhoneNumber } from '../core/phone-number.ts';
import { typedText } from '../core/typed-text.ts';
import { indexForm } from './mailboxes.ts';
import type { Db } from './tables.ts';

// Releases before migration 0105 stored phone numbers with the trunk prefix that people write in parentheses, and names with invisible
// characters. An account that keeps such a form is found by exactly this spelling.

/**
 * Brings login IDs and phone numbers into the form that is compared today, unless another account has it: these stay as they are, and
 * apart. Of several accounts the oldest gets it. Part of a transaction.
 */
export async function settleTypedNames(db: Db, projectId: string): Promise<void> {
  for (const { userId, stored, written } of await listLoginIds(db, projectId)) {
    const name = foldPhoneNumber(stored) ?? withoutInvisible(written);
    const form = name?.toLowerCase().normalize('NFC');
    if (name === undefined || form === undefined || form === stored) continue;
    const { numUpdatedRows } = await db
      .updateTable('loginIds')
      .set({ loginId: form, written: name })
      .where('projectId', '=', projectId)
      .where('loginId', '=', stored)
      .where((row) => row.not(row.exists(loginIdsWith(db, projectId, form))))
      .where((row) => row.not(row.exists(verifiedElsewhere(db, projectId, form, userId))))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await indexForm(db, projectId, userId, form);
  }
  for (const { userId, stored } of await listPhones(db, projectId)) {
    const phone = foldPhoneNumber(stored);
    if (phone === undefined || phone === stored) continue;
    const { numUpdatedRows } = await db
      .updateTable('users')
      .set({ phone })
      .where('projectId', '=', projectId)
      .where('id', '=', userId)
      .where((row) => row.not(row.exists(loginIdsWith(db, projectId, phone).where('userId', '<>', userId))))
      .where((row) => row.not(row.exists(verifiedElsewhere(db, projectId, phone, userId))))
      .executeTakeFirst();
    if (numUpdatedRows > 0n) await indexForm(db, projectId, userId, phone, { phone });
  }
}

/** Returns a name that is no address without its invisible characters. An address with some was no address before. */
function withoutInvisible(written: string): string | undefined {
  const name = written.includes('@') ? '' : typedText(written);
  return name === '' ? undefined : name;
}

/** Finds numbers with a 0 where a trunk prefix can be. */
function mayHavePrefix(column: string): RawBuilder<SqlBool> {
  const text = sql.ref(column);
  return sql<SqlBool>`(${text} like '+%' and ${text} not like '+1%' and (
    substr(${text}, 3, 1) = '0' or substr(${text}, 4, 1) = '0' or substr(${text}, 5, 1) = '0'))`;
}

function listLoginIds(db: Db, projectId: string) {
  const stored = sql.ref('loginIds.loginId');
  return db
    .selectFrom('loginIds')
    .innerJoin('users', (join) =>
      join.onRef('users.projectId', '=', 'loginIds.projectId').onRef('users.id', '=', 'loginIds.userId'),
    )
    .select(['loginIds.userId', 'loginIds.loginId as stored', 'loginIds.written'])
    .where('loginIds.projectId', '=', projectId)
    .where('loginIds.position', '>=', 0)
    .where(
      sql<SqlBool>`(octet_length(${stored}) <> length(${stored}) or ${mayHavePrefix('loginIds.loginId')})`,
    )
    .orderBy('users.createdAt')
    .orderBy('loginIds.userId')
    .execute();
}

function listPhones(db: Db, projectId: string) {
  return db
    .selectFrom('users')
    .select(['id as userId', 'phone as stored'])
    .where('projectId', '=', projectId)
    .where(mayHavePrefix('phone'))
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

function loginIdsWith(db: Db, projectId: string, loginId: string) {
  return db
    .selectFrom('loginIds as taken')
    .select('taken.userId')
    .where('taken.projectId', '=', projectId)
    .where('taken.loginId', '=', loginId);
}

function verifiedElsewhere(db: Db, projectId: string, phone: string, userId: string) {
  return db
    .selectFrom('users as others')
    .select('others.id')
    .where('others.projectId', '=', projectId)
    .where('others.phone', '=', phone)
    .where('others.verifiedPhone', '=', 1)
    .where('others.id', '<>', userId);
}
