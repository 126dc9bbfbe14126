import type { Client } from '../../../client/client.ts';
import { retryRateLimited } from '../../api/many-calls.ts';
import { foldLoginId } from '../../components/users/address.ts';
import { type CheckedRow, checkRow, type Known, tenantIdsIn } from './check-row.ts';
import type { Meaning } from './columns.ts';
import type { ImportMessages } from './messages.ts';

/** Checks every row by itself and against the rows above it. */
export function checkRows(rows: string[][], known: Known, messages: ImportMessages): CheckedRow[] {
  const lines = new Map<string, number>();
  return rows.map((cells, index) => {
    const checked = checkRow(cells, index + 2, known, messages);
    const problems = [...checked.problems];
    for (const [folded, loginId] of new Map(loginIdsOf(checked).map((one) => [foldLoginId(one), one]))) {
      const first = lines.get(folded);
      if (first !== undefined) problems.push(messages.problems.twice(first, loginId));
      else lines.set(folded, checked.line);
    }
    return { ...checked, problems };
  });
}

const idsAtOnce = 200;

/** Returns the tenants named in the rows that exist. Queries in batches. */
export async function findTenants(
  client: Client,
  rows: string[][],
  meanings: Meaning[],
  signal: AbortSignal,
): Promise<Set<string>> {
  const named = new Set(rows.flatMap((cells) => tenantIdsIn(cells, meanings)));
  // One invalid ID would make the server reject the whole batch.
  const ids = [...named].filter((id) => id !== '' && id.length <= 255);
  const found = new Set<string>();
  for (let at = 0; at < ids.length && !signal.aborted; at += idsAtOnce) {
    const tenantIds = ids.slice(at, at + idsAtOnce);
    const tenants = await retryRateLimited(() => client.management.tenant.searchAll({ tenantIds }), signal);
    for (const { id } of tenants) found.add(id);
  }
  return found;
}

/** Adds a problem to each row whose user already exists. Queries only the rows without problems, in batches. */
export async function findExisting(
  client: Client,
  rows: CheckedRow[],
  messages: ImportMessages,
  { signal, onProgress }: { signal: AbortSignal; onProgress(done: number, total: number): void },
): Promise<CheckedRow[]> {
  const ids = rows.filter(({ problems }) => problems.length === 0).flatMap(loginIdsOf);
  const taken = new Set<string>();
  for (let at = 0; at < ids.length && !signal.aborted; at += idsAtOnce) {
    onProgress(at, ids.length);
    const loginIds = ids.slice(at, at + idsAtOnce);
    const { users } = await retryRateLimited(
      () => client.management.user.search({ loginIds, withTestUser: true, limit: idsAtOnce }),
      signal,
    );
    for (const user of users) for (const loginId of user.loginIds) taken.add(foldLoginId(loginId));
  }
  return rows.map((row) => {
    const existing = loginIdsOf(row).find((loginId) => taken.has(foldLoginId(loginId)));
    if (existing === undefined) return row;
    return { ...row, problems: [...row.problems, messages.problems.exists(existing)] };
  });
}

function loginIdsOf({ user }: CheckedRow): string[] {
  return [user.loginId, ...(user.additionalLoginIds ?? [])].filter((loginId) => loginId !== '');
}
