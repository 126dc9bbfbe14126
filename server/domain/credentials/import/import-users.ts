import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { transaction } from '../../../storage/transaction.ts';
import { isRefusalOfOne } from '../../directory/users/batches.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import type { User } from '../../directory/users/user.ts';
import { createAccountsTogether, type NewAccount } from '../accounts/create-account.ts';
import { checkNewPassword, rulesOf } from '../passwords/rules.ts';
import { type ImportRow, importLimits } from './import-row.ts';
import { findTaken } from './store.ts';

export interface ImportResult {
  users: User[];
  failures: Failure[];
}

interface Failure {
  user: string;
  reason: string;
  /** The user exists: nothing is wrong with the row. */
  exists?: boolean;
}

type ReadyRow = Extract<ImportRow, { user: NewAccount }>;

/**
 * Batch sizes. Commits cost most, so many users share one, for which other writers wait. If a row of a batch fails, its rows
 * are retried in smaller batches, and finally each alone.
 */
const rowsPerTransaction = [500, 25, 1];

/**
 * Creates a user from each row. A row that fails is reported and stops no other. Existing users stay unchanged, so that an
 * interrupted import can be sent again. A dry run does the same and rolls it back.
 */
export async function importUsers(
  ctx: ProjectContext,
  rows: ImportRow[],
  { dryRun }: { dryRun: boolean },
): Promise<ImportResult> {
  refuseTooManyClear(rows);
  const result: ImportResult = { users: [], failures: [] };
  const fail: Progress['fail'] = (row, reason, exists = false) =>
    result.failures.push({ user: row.name, reason, exists });
  const once = refuseRepeated(rows, fail);
  for (const chunk of chunksOf(once, rowsPerTransaction[0]!)) {
    await importChunk(ctx, chunk, { dryRun, result, fail });
    // Lets other work run between two transactions.
    await nextTurn();
  }
  return result;
}

function refuseTooManyClear(rows: ImportRow[]): void {
  const clear = rows.filter((row) => 'user' in row && row.user.password).length;
  if (clear <= importLimits.clearPasswords) return;
  throw new ServiceError(
    'E011003',
    `An import can have at most ${importLimits.clearPasswords} passwords in clear, because each is hashed. Split the import`,
  );
}

/** Keeps the first row with each login ID. */
function refuseRepeated(rows: ImportRow[], fail: (row: ImportRow, reason: string) => void): ReadyRow[] {
  const seen = new Set<string>();
  return rows.filter((row): row is ReadyRow => {
    if (!('user' in row)) {
      fail(row, row.problem);
      return false;
    }
    const folded = foldedLoginIds(row);
    if (folded.some((loginId) => seen.has(loginId))) {
      fail(row, 'loginId repeats an earlier row’s. Remove one of the rows');
      return false;
    }
    for (const loginId of folded) seen.add(loginId);
    return true;
  });
}

interface Progress {
  dryRun: boolean;
  result: ImportResult;
  fail(row: ImportRow, reason: string, exists?: boolean): void;
}

async function importChunk(ctx: ProjectContext, rows: ReadyRow[], progress: Progress): Promise<void> {
  const taken = await findTaken(ctx.db, ctx.project.id, rows.flatMap(foldedLoginIds));
  const free = rows.filter((row) => {
    if (!foldedLoginIds(row).some((loginId) => taken.has(loginId))) return true;
    progress.fail(row, 'A user with this loginId already exists', true);
    return false;
  });
  // Hashing must not happen in a transaction that others share.
  const [clear, together] = [
    free.filter((row) => row.user.password),
    free.filter((row) => !row.user.password),
  ];
  await importTogether(ctx, together, progress, rowsPerTransaction);
  await importTogether(ctx, clear, progress, [1]);
}

async function importTogether(
  ctx: ProjectContext,
  rows: ReadyRow[],
  progress: Progress,
  [size = 1, ...smaller]: number[],
): Promise<void> {
  for (const chunk of chunksOf(rows, size)) {
    try {
      progress.result.users.push(...(await createAll(ctx, chunk, progress.dryRun)));
    } catch (error) {
      if (!isRefusalOfOne(error)) throw error;
      await nextTurn();
      if (chunk.length > 1) await importTogether(ctx, chunk, progress, smaller);
      else progress.fail(chunk[0]!, error.message);
    }
  }
}

/** A chunk can have more if they are one row's. Each is indexed, so 20,000 take as long as 500 rows. */
const valuesPerTransaction = 20_000;

function chunksOf(rows: ReadyRow[], size: number): ReadyRow[][] {
  const chunks: ReadyRow[][] = [];
  let values = 0;
  for (const row of rows) {
    const own = Object.values(row.user.customAttributes ?? {}).flat().length;
    const last = chunks.at(-1);
    values += own;
    if (last && last.length < size && values <= valuesPerTransaction) last.push(row);
    else {
      chunks.push([row]);
      values = own;
    }
  }
  return chunks;
}

/** Thrown through a transaction so that it is rolled back. */
class TakeBack extends Error {}

/** Creates all of the rows, or none. */
async function createAll(ctx: ProjectContext, rows: ReadyRow[], dryRun: boolean): Promise<User[]> {
  const users = rows.map(({ user }) => ({ ...user, isImported: true }));
  return dryRun ? tryToCreate(ctx, users) : createAccountsTogether(ctx, users);
}

async function tryToCreate(ctx: ProjectContext, newUsers: NewAccount[]): Promise<User[]> {
  for (const user of newUsers) if (user.password) await checkClear(ctx, user);
  let users: User[] = [];
  try {
    await transaction(ctx, async (ctx) => {
      users = await createAccountsTogether(
        ctx,
        newUsers.map((user) => ({ ...user, password: undefined })),
      );
      throw new TakeBack();
    });
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error;
  }
  return users.map((user) => ({ ...user, id: '' }));
}

/** Checks the row as creating it would, except for the hashing. */
async function checkClear(ctx: ProjectContext, user: NewAccount): Promise<void> {
  const { password = '', loginId, additionalLoginIds = [], name = '', email = '', phone = '' } = user;
  const about = [loginId, ...additionalLoginIds, name, email, phone].filter(Boolean);
  checkNewPassword(ctx, password, await rulesOf(ctx), about);
}

function foldedLoginIds({ user }: ReadyRow): string[] {
  return [user.loginId, ...(user.additionalLoginIds ?? [])].map(foldLoginId);
}
