import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { takeTurn } from '../../../core/turns.ts';
import { transaction } from '../../../storage/transaction.ts';
import { isRefusalOfOne } from '../../directory/users/batches.ts';
import { createUsersTogether } from '../../directory/users/create-user.ts';
import type { CheckedUser } from '../../directory/users/new-user.ts';
import type { User } from '../../directory/users/user.ts';
import { noteFactorsElsewhere } from '../../sessions/sign-in-policy/factors-elsewhere.ts';
import { checkAccount, type NewAccount } from '../accounts/create-account.ts';
import { checkNewPassword, rulesOf } from '../passwords/rules.ts';
import { createDefinitions, type Definitions } from './definitions.ts';
import { findExisting } from './find-existing.ts';
import { type ImportRow, importLimits, type ReadyRow } from './import-row.ts';
import { insertImported } from './store.ts';
import { takeAddress } from './take-address.ts';
import { takingBack } from './take-back.ts';

/** The outcome of a row: in a dry run, the outcome that the real run would have. */
export type RowOutcome =
  | { outcome: 'created'; user: User; row: ReadyRow }
  | { outcome: 'exists'; reason: string; userId: string }
  | { outcome: 'failed'; reason: string };

export interface ImportOptions {
  /** The product that the users come from. */
  source: string;
  importId: string;
  dryRun: boolean;
  /** In a dry run: what the real run creates before the users. */
  definitions?: Definitions;
}

/**
 * Batch sizes. Commits cost most, so many users share one, for which other writers wait. If a row of a batch fails, its rows
 * are retried in smaller batches, and finally each alone.
 */
const rowsPerTransaction = [100, 25, 1];

/**
 * Creates a user from each row, among which names are settled already. A row that fails is reported and stops no other. Existing
 * users stay unchanged, so that an interrupted import can be sent again. A dry run does the same and rolls it back. Returns the
 * outcomes in the order of the rows.
 */
export async function importUsers(
  ctx: ProjectContext,
  rows: readonly ImportRow[],
  options: ImportOptions,
): Promise<RowOutcome[]> {
  refuseTooManyClear(rows);
  const outcomes = new Map<ImportRow, RowOutcome>();
  const report = (row: ImportRow, outcome: RowOutcome) => outcomes.set(row, outcome);
  for (const row of rows) if ('problem' in row) report(row, { outcome: 'failed', reason: row.problem });
  const ready = rows.filter((row): row is ReadyRow => 'user' in row);
  for (const chunk of chunksOf(ready.map(asPending), rowsPerTransaction[0]!)) {
    await takeTurn(ctx.project.id);
    await importChunk(ctx, chunk, { ...options, report });
  }
  return rows.map((row) => outcomes.get(row)!);
}

/** A row as it was given, and as it can be created beside the users who exist. */
interface Pending {
  given: ReadyRow;
  row: ReadyRow;
}

function asPending(row: ReadyRow): Pending {
  return { given: row, row };
}

function refuseTooManyClear(rows: readonly ImportRow[]): void {
  const clear = rows.filter((row) => 'user' in row && row.user.password).length;
  if (clear <= importLimits.clearPasswords) return;
  throw new ServiceError(
    'E011003',
    `An import can have at most ${importLimits.clearPasswords} plaintext passwords, because each is hashed. ` +
      'Split the import',
  );
}

interface Progress extends ImportOptions {
  report(row: ImportRow, outcome: RowOutcome): void;
}

async function importChunk(ctx: ProjectContext, chunk: Pending[], progress: Progress): Promise<void> {
  const found = await findExisting(
    ctx,
    progress.source,
    chunk.map(({ row }) => row),
  );
  const free = chunk.flatMap(({ given }, index): Pending[] => {
    const one = found[index]!;
    if ('exists' in one) progress.report(given, existing(one));
    else if ('problem' in one.row) progress.report(given, { outcome: 'failed', reason: one.row.problem });
    else return [{ given, row: one.row }];
    return [];
  });
  // Hashing must not happen in a transaction that others share, and each of those who lose an address is locked.
  const isAlone = ({ row }: Pending) => Boolean(row.user.password) || row.takes !== undefined;
  await importTogether(
    ctx,
    free.filter((one) => !isAlone(one)),
    progress,
    rowsPerTransaction,
  );
  await importTogether(ctx, free.filter(isAlone), progress, [1]);
}

async function importTogether(
  ctx: ProjectContext,
  rows: Pending[],
  progress: Progress,
  [size = 1, ...smaller]: number[],
): Promise<void> {
  for (const chunk of chunksOf(rows, size)) {
    try {
      const users = await createAll(
        ctx,
        chunk.map(({ row }) => row),
        progress,
      );
      for (const [index, user] of users.entries()) {
        const { given, row } = chunk[index]!;
        progress.report(given, { outcome: 'created', user, row });
      }
    } catch (error) {
      if (!isRefusalOfOne(error)) throw error;
      await takeTurn(ctx.project.id);
      if (chunk.length > 1) await importTogether(ctx, chunk, progress, smaller);
      else progress.report(chunk[0]!.given, await importAgain(ctx, chunk[0]!, error, progress));
    }
  }
}

function existing({ exists: reason, userId }: { exists: string; userId: string }): RowOutcome {
  return { outcome: 'exists', reason, userId };
}

/** Looks again if a name or the record is in use: another import, or a sign-up, may have been faster. */
async function importAgain(
  ctx: ProjectContext,
  { given, row }: Pending,
  refusal: ServiceError,
  progress: Progress,
): Promise<RowOutcome> {
  const failed = { outcome: 'failed', reason: refusal.message } as const;
  if (refusal.code !== 'E062107') return failed;
  const [found] = await findExisting(ctx, progress.source, [given]);
  if (!found || isDeepStrictEqual(found, { row })) return failed;
  if ('exists' in found) return existing(found);
  if ('problem' in found.row) return { outcome: 'failed', reason: found.row.problem };
  try {
    const [user] = await createAll(ctx, [found.row], progress);
    return { outcome: 'created', user: user!, row: found.row };
  } catch (error) {
    if (!isRefusalOfOne(error)) throw error;
    return { outcome: 'failed', reason: error.message };
  }
}

/** A chunk can have more if they are one row's. Each is indexed, so 4,000 take as long as 100 rows. */
const valuesPerTransaction = 4_000;

function chunksOf(rows: Pending[], size: number): Pending[][] {
  const chunks: Pending[][] = [];
  let values = 0;
  for (const one of rows) {
    const own = Object.values(one.row.user.customAttributes ?? {}).flat().length;
    const last = chunks.at(-1);
    values += own;
    if (last && last.length < size && values <= valuesPerTransaction) last.push(one);
    else {
      chunks.push([one]);
      values = own;
    }
  }
  return chunks;
}

/** Creates all of the rows, or none. */
async function createAll(ctx: ProjectContext, rows: ReadyRow[], options: ImportOptions): Promise<User[]> {
  const { dryRun, definitions } = options;
  const create = async (ctx: ProjectContext, checked: CheckedUser[]) => {
    for (const taking of rows.flatMap(({ takes = [] }) => takes)) await takeAddress(ctx, taking);
    const users = await createUsersTogether(ctx, checked);
    await noteOrigins(ctx, rows, users, options);
    return users;
  };
  if (!dryRun) {
    const checked = await checkAll(ctx, rows);
    return transaction(ctx, (ctx) => create(ctx, checked));
  }
  for (const { user } of rows) if (user.password) await checkClear(ctx, user);
  // Nothing is hashed, so that users can be checked where the definitions are.
  const users = await takingBack(ctx, async (ctx) => {
    if (definitions) await createDefinitions(ctx, definitions);
    return create(ctx, await checkAll(ctx, rows.map(withoutClear)));
  });
  return users.map((user) => ({ ...user, id: '' }));
}

async function checkAll(ctx: ProjectContext, rows: ReadyRow[]): Promise<CheckedUser[]> {
  const checked: CheckedUser[] = [];
  for (const { user } of rows) checked.push(await checkAccount(ctx, { ...user, isImported: true }));
  return checked;
}

function withoutClear(row: ReadyRow): ReadyRow {
  const { password: _, ...user } = row.user;
  return { ...row, user };
}

async function noteOrigins(
  ctx: ProjectContext,
  rows: ReadyRow[],
  users: User[],
  { source, importId }: ImportOptions,
): Promise<void> {
  const origin = { projectId: ctx.project.id, source, importId, importedAt: ctx.now() };
  const records = rows.flatMap(({ key }, index) =>
    key ? [{ ...origin, sourceId: key, userId: users[index]!.id }] : [],
  );
  const noted = await insertImported(ctx.db, records);
  if (noted.length < records.length)
    throw new ServiceError('E062107', 'Another import has created a user of this record. Import it again');
  await noteFactorsElsewhere(
    ctx,
    users.filter((_, index) => rows[index]!.hadSecondFactor).map(({ id }) => id),
  );
}

/** Checks the row as creating it would, except for the hashing. */
async function checkClear(ctx: ProjectContext, user: NewAccount): Promise<void> {
  const { password = '', loginId, additionalLoginIds = [], name = '', email = '', phone = '' } = user;
  const about = [loginId, ...additionalLoginIds, name, email, phone].filter(Boolean);
  checkNewPassword(ctx, password, await rulesOf(ctx), about);
}
