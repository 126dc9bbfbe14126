import type { ProjectContext } from '../../../core/context.ts';
import { isAddress } from '../../directory/users/identifiers/known-owner.ts';
import { foldLoginId, storedForms } from '../../directory/users/identifiers/login-id.ts';
import { type ImportRow, isSourceId, type ReadyRow } from './import-row.ts';
import { claimsOf, loseName, ranks } from './names.ts';
import { findHolders, findImported, findRecordsOf, type Holder } from './store.ts';

/** The project's view of a row: the user exists, or the row as it can be created. */
export type Found = { exists: string; userId: string } | { row: ImportRow };

/**
 * Compares rows with the users of the project. A record that was imported before exists. A name that is in use belongs to the same
 * person, who exists, or to another one, who keeps it: see decision 0123. Costs four queries for any number of rows.
 */
export async function findExisting(
  ctx: ProjectContext,
  source: string,
  rows: readonly ReadyRow[],
): Promise<Found[]> {
  const { db, project } = ctx;
  const claims = rows.map((row) =>
    claimsOf(row).map((claim) => ({ ...claim, forms: storedForms(claim.name) })),
  );
  const keys = rows.map(({ key }) => key).filter(Boolean);
  const imported = new Map(
    (await findImported(db, project.id, source, keys)).map(({ sourceId, userId }) => [sourceId, userId]),
  );
  const holders = new Map<string, Holder>();
  for (const one of await findHolders(db, project.id, [
    ...new Set(claims.flat().flatMap(({ forms }) => forms)),
  ]))
    if (!holders.has(one.name)) holders.set(one.name, one);
  const records = Map.groupBy(
    await findRecordsOf(db, project.id, [...new Set([...holders.values()].map(({ id }) => id))]),
    ({ userId }) => userId,
  );
  return rows.map((row, index): Found => {
    const known = row.key && imported.get(row.key);
    if (known) return { exists: `The record was imported before: it is the user ${known}`, userId: known };
    let result: ImportRow = row;
    for (const { name, rank, forms } of claims[index]!) {
      if ('problem' in result) break;
      const holder = forms.map((form) => holders.get(form)).find((one) => one !== undefined);
      if (!holder) continue;
      const others = records.get(holder.id) ?? [];
      if (rank === ranks.verified && others.length > 0 && isUnproven(holder, name)) {
        result = taking(result, name, holder.id, others[0]?.sourceId ?? '');
        continue;
      }
      const isOther =
        others.some((one) => one.source === source && isSourceId(one.sourceId)) && isSourceId(row.key);
      if (!isOther && isSamePerson(row, name, holder))
        return {
          exists: `A user with this loginId already exists: ${name} is that of ${holder.id}`,
          userId: holder.id,
        };
      result = loseName(result, name, `the user ${holder.id}`);
    }
    return { row: result };
  });
}

/** Reports whether nobody has verified the address, and no administrator has given it to the user since. */
function isUnproven(holder: Holder, name: string): boolean {
  const { email, verifiedEmail, phone, verifiedPhone, selfGiven } = holder;
  const verified = [verifiedEmail ? email : '', verifiedPhone ? phone : ''].filter(Boolean);
  return selfGiven === 1 && isAddress(name) && !verified.map(foldLoginId).includes(name);
}

function taking(row: ReadyRow, address: string, userId: string, sourceId: string): ReadyRow {
  const spare = isSourceId(sourceId) ? sourceId : '';
  const warning = `the login ID was taken over from another user: ${address} was that of ${userId}, whose export did not call it verified`;
  return {
    ...row,
    takes: [...(row.takes ?? []), { address, userId, spare }],
    warnings: [...row.warnings, warning],
  };
}

/** An address belongs to one person. People with the same user name are two if their addresses differ. */
function isSamePerson({ user }: ReadyRow, name: string, holder: Holder): boolean {
  if (isAddress(name)) {
    const own = [user.loginId, user.email ?? '', user.phone ?? ''].map(foldLoginId);
    return own.includes(name);
  }
  const differ = (one: string | undefined, other: string) =>
    one !== undefined && one !== '' && other !== '' && foldLoginId(one) !== foldLoginId(other);
  const equal = (one: string | undefined, other: string) =>
    one !== undefined && one !== '' && foldLoginId(one) === foldLoginId(other);
  if (equal(user.email, holder.email) || equal(user.phone, holder.phone)) return true;
  return !differ(user.email, holder.email);
}
