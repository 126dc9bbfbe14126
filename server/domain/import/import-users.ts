import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { transaction } from '../../storage/transaction.ts';
import { checkNewPassword, rulesOf } from '../passwords/rules.ts';
import { isRefusalOfOne } from '../users/batches.ts';
import { createUser, createUsersTogether, type NewUser } from '../users/create-user.ts';
import { foldLoginId } from '../users/login-id.ts';
import type { User } from '../users/user.ts';
import { type ImportRow, importLimits } from './import-row.ts';
import { findTaken } from './store.ts';

export interface ImportResult {
  users: User[];
  failures: { user: string; reason: string }[];
}

type ReadyRow = Extract<ImportRow, { user: NewUser }>;

/** Commits cost most: so many users share one. */
const rowsPerTransaction = 100;

/**
 * Makes a user of each row. A row that fails is told and stops no other one; whoever is there already is not touched, so
 * an import that broke off can be sent again. A dry run does the same and takes it back.
 */
export async function importUsers(
  ctx: ProjectContext,
  rows: ImportRow[],
  { dryRun }: { dryRun: boolean },
): Promise<ImportResult> {
  refuseTooManyClear(rows);
  const result: ImportResult = { users: [], failures: [] };
  const fail = (row: ImportRow, reason: string) => result.failures.push({ user: row.name, reason });
  const once = refuseRepeated(rows, fail);
  for (let start = 0; start < once.length; start += rowsPerTransaction) {
    await importChunk(ctx, once.slice(start, start + rowsPerTransaction), { dryRun, result, fail });
    // Between two transactions others get their turn.
    await nextTurn();
  }
  return result;
}

function refuseTooManyClear(rows: ImportRow[]): void {
  const clear = rows.filter((row) => 'user' in row && row.user.password).length;
  if (clear <= importLimits.clearPasswords) return;
  throw new ServiceError(
    'E011003',
    `An import has at most ${importLimits.clearPasswords} passwords in clear, because each is hashed: split it`,
  );
}

/** The first row with a login ID counts. */
function refuseRepeated(rows: ImportRow[], fail: (row: ImportRow, reason: string) => void): ReadyRow[] {
  const seen = new Set<string>();
  return rows.filter((row): row is ReadyRow => {
    if (!('user' in row)) {
      fail(row, row.problem);
      return false;
    }
    const folded = foldedLoginIds(row);
    if (folded.some((loginId) => seen.has(loginId))) {
      fail(row, 'The login ID stands in an earlier row, too');
      return false;
    }
    for (const loginId of folded) seen.add(loginId);
    return true;
  });
}

interface Progress {
  dryRun: boolean;
  result: ImportResult;
  fail(row: ImportRow, reason: string): void;
}

async function importChunk(ctx: ProjectContext, rows: ReadyRow[], progress: Progress): Promise<void> {
  const taken = await findTaken(ctx.db, ctx.project.id, rows.flatMap(foldedLoginIds));
  const free = rows.filter((row) => {
    if (!foldedLoginIds(row).some((loginId) => taken.has(loginId))) return true;
    progress.fail(row, 'A user with this login ID exists already');
    return false;
  });
  // What is hashed cannot be part of a transaction with others.
  const [clear, together] = [
    free.filter((row) => row.user.password),
    free.filter((row) => !row.user.password),
  ];
  try {
    progress.result.users.push(...(await createAll(ctx, together, progress.dryRun)));
  } catch (error) {
    if (!isRefusalOfOne(error)) throw error;
    await importOneByOne(ctx, together, progress);
  }
  await importOneByOne(ctx, clear, progress);
}

async function importOneByOne(ctx: ProjectContext, rows: ReadyRow[], progress: Progress): Promise<void> {
  for (const row of rows) {
    try {
      progress.result.users.push(...(await createAll(ctx, [row], progress.dryRun)));
    } catch (error) {
      if (!isRefusalOfOne(error)) throw error;
      progress.fail(row, error.message);
    }
  }
}

/** Thrown through a transaction so that it is rolled back. */
class TakeBack extends Error {}

/** All of the rows, or none. */
async function createAll(ctx: ProjectContext, rows: ReadyRow[], dryRun: boolean): Promise<User[]> {
  const [first] = rows;
  if (!first) return [];
  if (first.user.password && !dryRun) return [await createUser(ctx, first.user)];
  if (first.user.password) await checkClear(ctx, first.user);
  let users: User[] = [];
  try {
    await transaction(ctx, async (ctx) => {
      users = await createUsersTogether(
        ctx,
        rows.map(({ user }) => ({ ...user, password: undefined })),
      );
      if (dryRun) throw new TakeBack();
    });
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error;
    return users.map((user) => ({ ...user, id: '' }));
  }
  return users;
}

/** All but the hashing. */
async function checkClear(ctx: ProjectContext, user: NewUser): Promise<void> {
  const { password = '', loginId, additionalLoginIds = [], name = '', email = '', phone = '' } = user;
  const about = [loginId, ...additionalLoginIds, name, email, phone].filter(Boolean);
  checkNewPassword(ctx, password, await rulesOf(ctx), about);
}

function foldedLoginIds({ user }: ReadyRow): string[] {
  return [user.loginId, ...(user.additionalLoginIds ?? [])].map(foldLoginId);
}
