import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';
import { type Failure, failureOf } from '../../../storage/failure.ts';
import { together } from '../../../storage/transaction.ts';
import { mergeAttributeValues, readAttributeValues } from '../custom-attributes/read-values.ts';
import { checkLimit, withReferences } from './change-user.ts';
import { readDetails, type UserProfile } from './details.ts';
import { finishCreation } from './finish-creation.ts';
import { insertGrants, resolveGrants } from './grants/grant-new-users.ts';
import { replaceSsoApps, type TenantGrant } from './grants/grants.ts';
import { isAddress, isNameProven } from './identifiers/known-owner.ts';
import { type LoginId, readAdditionalLoginId, readLoginId } from './identifiers/login-id.ts';
import { type LoginIdRow, takeLoginIds, type VerifiedAddress } from './identifiers/take-login-ids.ts';
import { requireOwnName } from './identifiers/unproven-names.ts';
import { countTextChanges } from './search/fold-texts.ts';
import { insertUsers } from './store-rows.ts';
import { type User, userLimits } from './user.ts';

export interface NewUser extends UserProfile {
  loginId: string;
  additionalLoginIds?: string[];
  /** Project roles. Defaults to the project's default roles; ignored if `tenants` are given. */
  roleNames?: string[];
  tenants?: TenantGrant[];
  /** Values by attribute name. */
  customAttributes?: Record<string, unknown>;
  ssoAppIds?: string[];
  /** The original creation time of a user who is imported from another system. */
  createdAt?: number;
  /** The user signed up without an administrator, so their addresses count only if they are verified. */
  selfRegistered?: boolean;
  /**
   * The user comes from another system, where anybody may have entered the addresses. With an unverified one, the account counts as
   * one that its holder signed up for.
   */
  isImported?: boolean;
  /** The user has proven the email address by a code or a link. */
  provedEmail?: boolean;
}

/** Steps of user creation that belong to higher layers. */
export interface CreationSteps<Input> {
  /** Checks and computes before the transaction. */
  prepare?(ctx: ProjectContext, input: Input): Promise<void>;
  /**
   * Stores the prepared values inside the transaction, before the users are read back. The user IDs are in the
   * order of the inputs.
   */
  store?(ctx: ProjectContext, userIds: string[]): Promise<void>;
  /** Runs inside the transaction for each created user. */
  alongside?(ctx: ProjectContext, user: User): Promise<void>;
}

/**
 * Creates a user with all directory data, or nothing. Throws E062107 if a login ID is in use or is another user's
 * verified address.
 */
export async function createUser<Input extends NewUser>(
  ctx: ProjectContext,
  input: Input,
  steps?: CreationSteps<Input>,
): Promise<User> {
  const [user] = await createUsersTogether(ctx, [input], steps);
  return user as User;
}

/**
 * Creates many users in one transaction with few statements: either all of them or none. Returns them in the order
 * of the inputs. A single user who needs no transaction of their own is created together with those of concurrent requests.
 */
export async function createUsersTogether<Input extends NewUser>(
  ctx: ProjectContext,
  inputs: Input[],
  { prepare, store, alongside }: CreationSteps<Input> = {},
): Promise<User[]> {
  const drafts: Draft[] = [];
  for (const input of inputs) drafts.push(await draftUser(ctx, input, () => prepare?.(ctx, input)));
  const creation = { drafts, store, alongside };
  if (drafts.length > 1 || alongside || ctx.db.isTransaction) {
    const [users] = await createAll(ctx, [creation]);
    return users as User[];
  }
  return ctx.sharedWork.join(callerOf(ctx), creation, {
    work: (creations) => createAll(ctx, creations),
    concernsOne: (error) => !outages.has(failureOf(error)),
  });
}

/** After them it may be unknown whether the users exist, or a second attempt would make things worse. */
const outages = new Set<Failure | undefined>(['unavailable', 'full', 'busy']);

/** The users that one request creates, with the steps of higher layers. */
interface Creation extends Pick<CreationSteps<never>, 'store' | 'alongside'> {
  drafts: Draft[];
}

/** The audit events of a batch name the same caller, and its users get the defaults of the same settings. */
function callerOf({ project, actor, request }: ProjectContext): string {
  return JSON.stringify(['create user', project.id, actor, request.remoteAddress, request.userAgent]);
}

async function createAll(ctx: ProjectContext, creations: Creation[]): Promise<User[][]> {
  const drafts = creations.flatMap((creation) => creation.drafts);
  const userIds = drafts.map(({ row }) => row.id);
  const created = await withReferences(ctx, async (ctx) => {
    const rows = await userRows(ctx, drafts);
    const [, , grants] = await together([
      // The first, because the other parts insert rows that refer to the users.
      insertUsers(ctx.db, rows),
      takeLoginIds(ctx, drafts.flatMap(loginIdRows), drafts.flatMap(verifiedAddresses)),
      resolveGrants(
        ctx,
        drafts.map(({ row, input }) => ({ ...input, userId: row.id })),
      ),
    ]);
    const [, users] = await together([insertGrants(ctx, grants), storeAndFinish(ctx)]);
    const byId = new Map(users.map((user) => [user.id, user]));
    const groups = creations.map(({ drafts }) => drafts.map(({ row }) => byId.get(row.id) as User));
    for (const [index, { alongside }] of creations.entries()) {
      for (const user of groups[index]!) await alongside?.(ctx, user);
    }
    return groups;
  });
  countTextChanges(ctx, userIds.length);
  return created;

  async function storeAndFinish(ctx: ProjectContext): Promise<User[]> {
    for (const { drafts, store } of creations) {
      await store?.(
        ctx,
        drafts.map(({ row }) => row.id),
      );
    }
    for (const { row, input } of drafts) {
      if (input.ssoAppIds?.length) await replaceSsoApps(ctx, row.id, input.ssoAppIds);
    }
    return finishCreation(ctx, userIds);
  }
}

/** A validated user, ready to be inserted. */
interface Draft {
  input: NewUser;
  loginIds: LoginId[];
  /** Custom attribute values by attribute ID. */
  values: Record<string, unknown>;
  row: ReturnType<typeof readDetails> & { projectId: string; id: string };
}

async function draftUser(
  ctx: ProjectContext,
  input: NewUser,
  prepare: () => Promise<void> | undefined,
): Promise<Draft> {
  if (input.selfRegistered) requireOwnName(input.loginId, input);
  const loginIds = readLoginIds(input);
  const values = await readAttributeValues(ctx, input.customAttributes ?? {});
  await prepare();
  const row = { projectId: ctx.project.id, id: newId('U', ctx.now()), ...readDetails(input) };
  return { input, loginIds, values, row };
}

async function userRows(ctx: ProjectContext, drafts: Draft[]) {
  const now = ctx.now();
  const given = drafts.flatMap((draft) => Object.entries(draft.values)).filter(([, value]) => value !== null);
  const defined = await mergeAttributeValues(ctx, {}, Object.fromEntries(given));
  const isKept = ([id, value]: [string, unknown]) => value !== null && Object.hasOwn(defined, id);
  return drafts.map((draft) => {
    const { row, input, values } = draft;
    return {
      ...row,
      customAttributes: JSON.stringify(Object.fromEntries(Object.entries(values).filter(isKept))),
      createdAt: Math.min(input.createdAt ?? now, now),
      modifiedAt: now,
      selfRegistered: flag(isSelfGiven(draft) && !isDraftProven(draft)),
      provedEmail: input.provedEmail ? row.email : '',
      selfGivenEmail: flag(isSelfGiven(draft)),
      selfGivenPhone: flag(isSelfGiven(draft)),
    };
  });
}

/** Reports whether the holder of the account entered what names it, and not an administrator who knows whose it is. */
function isSelfGiven(draft: Draft): boolean {
  const { input, loginIds, row } = draft;
  if (input.selfRegistered) return true;
  const hasAddress = row.email !== '' || row.phone !== '' || loginIds.some(({ folded }) => isAddress(folded));
  return input.isImported === true && hasAddress && !isDraftProven(draft);
}

function isDraftProven({ loginIds, row }: Draft): boolean {
  return isNameProven({
    ...{ loginIds: loginIds.map(({ written }) => written), email: row.email, phone: row.phone },
    ...{ verifiedEmail: row.verifiedEmail === 1, verifiedPhone: row.verifiedPhone === 1 },
  });
}

function flag(value: boolean | undefined): 0 | 1 {
  return value ? 1 : 0;
}

function loginIdRows(draft: Draft): LoginIdRow[] {
  const { loginIds, row } = draft;
  const selfGiven = flag(isSelfGiven(draft));
  return loginIds.map((loginId, position) => ({ ...loginId, userId: row.id, position, selfGiven }));
}

function verifiedAddresses({ row }: Draft): VerifiedAddress[] {
  const { id: userId, email, verifiedEmail, phone, verifiedPhone } = row;
  return [...(verifiedEmail ? [email] : []), ...(verifiedPhone ? [phone] : [])].map((address) => ({
    userId,
    address,
  }));
}

/** Reads all login IDs of the new user, without duplicates. */
function readLoginIds({ loginId, additionalLoginIds = [] }: NewUser): LoginId[] {
  checkLimit(additionalLoginIds.length, userLimits.additionalLoginIds, 'additional login IDs');
  const all = [readLoginId(loginId), ...additionalLoginIds.map(readAdditionalLoginId)];
  return all.filter((one, index) => all.findIndex((other) => other.folded === one.folded) === index);
}
