import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { attributeDefinitions } from '../../directory/custom-attributes/load-attributes.ts';
import { searchRoles } from '../../directory/roles/search-roles.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import type { NewAccount } from '../accounts/create-account.ts';
import type { ImportRow } from './import-row.ts';
import { importUsers } from './import-users.ts';
import type { SourceRecord } from './sources/read-records.ts';
import { type Extras, leftOut, type Source, type SourceUser } from './sources/source.ts';

/** The fate of a record: in a dry run, the one that the real run would give it. */
export interface Outcome {
  place: string;
  /** Empty if the record has none. */
  loginId: string;
  outcome: 'created' | 'exists' | 'skipped' | 'failed';
  /** Why the record is no new user. */
  reason: string;
  /** The data of the record that the new user does not get. */
  warnings: string[];
}

interface Pending extends Outcome {
  row?: ImportRow;
}

export interface SourceInput {
  source: Source;
  records: AsyncIterable<SourceRecord>;
  extras: Extras;
  dryRun: boolean;
}

const batchSize = 500;

/**
 * Creates the users of another product's export. Existing users are never changed, so an import can be repeated. Yields the outcome of
 * each record in the order of the file. A dry run gives the same outcomes, and remembers all login IDs for it.
 */
export async function* importSource(ctx: ProjectContext, input: SourceInput): AsyncGenerator<Outcome> {
  const known = {
    roles: new Set((await searchRoles(ctx)).filter(({ tenantId }) => !tenantId).map(({ name }) => name)),
    attributes: new Set((await attributeDefinitions(ctx)).map(({ name }) => name)),
  };
  const seen = new Set<string>();
  let batch: Pending[] = [];
  for await (const one of input.records) {
    const pending = readPending(one, input, known);
    refuseSeen(pending, seen);
    batch.push(pending);
    if (batch.length < batchSize) continue;
    yield* importBatch(ctx, batch, input.dryRun);
    batch = [];
    // From here on, the database knows them.
    if (!input.dryRun) seen.clear();
  }
  yield* importBatch(ctx, batch, input.dryRun);
}

interface Known {
  roles: ReadonlySet<string>;
  attributes: ReadonlySet<string>;
}

function readPending({ place, record, problem }: SourceRecord, input: SourceInput, known: Known): Pending {
  const failed = { place, loginId: '', outcome: 'failed' as const, warnings: [] };
  if (problem) return { ...failed, reason: problem };
  let read: SourceUser;
  try {
    read = input.source.read(record, input.extras);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { ...failed, reason: error.message };
  }
  if ('skipped' in read) return { ...failed, outcome: 'skipped', reason: read.skipped };
  const { user, warnings } = keepKnown(read.user, known);
  return {
    place,
    loginId: user.loginId,
    outcome: 'created',
    reason: '',
    warnings: [...read.warnings, ...warnings],
    row: { name: place, user },
  };
}

/** Leaves out roles and attributes that the project does not have. */
function keepKnown(user: NewAccount, known: Known): { user: NewAccount; warnings: string[] } {
  const { roleNames = [], customAttributes = {} } = user;
  const attributes = Object.entries(customAttributes);
  const roles = roleNames.filter((name) => known.roles.has(name));
  return {
    user: {
      ...user,
      roleNames: roles.length > 0 ? roles : undefined,
      customAttributes: Object.fromEntries(attributes.filter(([name]) => known.attributes.has(name))),
    },
    warnings: [
      ...leftOut(
        'roles that this project does not have',
        roleNames.filter((name) => !known.roles.has(name)),
      ),
      ...leftOut(
        'attributes that this project does not define',
        attributes.map(([name]) => name).filter((name) => !known.attributes.has(name)),
      ),
    ],
  };
}

/** A login ID that an earlier record of the file has exists by now, or would in the real run. */
function refuseSeen(pending: Pending, seen: Set<string>): void {
  if (!pending.row || !('user' in pending.row)) return;
  const { loginId, additionalLoginIds = [] } = pending.row.user;
  const folded = [loginId, ...additionalLoginIds].map(foldLoginId);
  if (folded.some((one) => seen.has(one))) {
    Object.assign(pending, {
      outcome: 'exists',
      reason: 'A user with this loginId already exists',
      row: undefined,
    });
    return;
  }
  for (const one of folded) seen.add(one);
}

async function* importBatch(ctx: ProjectContext, batch: Pending[], dryRun: boolean): AsyncGenerator<Outcome> {
  const rows = batch.flatMap(({ row }) => row ?? []);
  const { failures } = await importUsers(ctx, rows, { dryRun });
  const failureOf = new Map(failures.map((failure) => [failure.user, failure]));
  for (const { row: _, ...pending } of batch) {
    const failure = failureOf.get(pending.place);
    yield failure
      ? { ...pending, outcome: failure.exists ? 'exists' : 'failed', reason: failure.reason, warnings: [] }
      : pending;
  }
}
