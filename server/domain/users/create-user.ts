import type { ProjectContext } from '../../core/context.ts';
import { newId } from '../../core/ids.ts';
import { mergeAttributeValues, readAttributeValues } from '../custom-attributes/read-values.ts';
import {
  type PreparedPassword,
  preparePassword,
  storeFirstPasswords,
} from '../passwords/prepare-password.ts';
import type { HashedPasswordInput } from '../passwords/wire.ts';
import { storeTotpSeed } from '../totp/totp-seed.ts';
import { checkLimit, withReferences } from './change-user.ts';
import { readDetails, type UserProfile } from './details.ts';
import { finishCreation } from './finish-creation.ts';
import { grantNew } from './grant-new-users.ts';
import { replaceSsoApps, type TenantGrant } from './grants.ts';
import { isNameProven } from './known-owner.ts';
import { type LoginId, readLoginId } from './login-id.ts';
import { insertUsers } from './store-rows.ts';
import { type LoginIdRow, takeLoginIds, type VerifiedAddress } from './take-login-ids.ts';
import { requireOwnName } from './unproven-names.ts';
import { type User, userLimits } from './user.ts';

export interface NewUser extends UserProfile {
  loginId: string;
  additionalLoginIds?: string[];
  /** Project roles; none are named: the project's default roles. Left aside when `tenants` are given. */
  roleNames?: string[];
  tenants?: TenantGrant[];
  /** By name. */
  customAttributes?: Record<string, unknown>;
  ssoAppIds?: string[];
  /** In clear, or as another system hashed it. Not within a transaction: it is hashed. */
  password?: string;
  hashedPassword?: HashedPasswordInput;
  /** The secret of an authenticator that works already elsewhere, in base32. */
  seed?: string;
  /** For somebody who was a user elsewhere before. */
  createdAt?: number;
  /** The user signed up themselves: their addresses count only where they are verified. */
  selfRegistered?: boolean;
  /** They have proven the email address themselves, by a code or a link. */
  provedEmail?: boolean;
}

/**
 * Creates a user with everything that belongs to one, or nothing. E062107 when a login ID is taken, or is another
 * user's verified address. What `alongside` does is part of the transaction.
 */
export async function createUser(
  ctx: ProjectContext,
  input: NewUser,
  alongside?: (ctx: ProjectContext, user: User) => Promise<void>,
): Promise<User> {
  const [user] = await createUsersTogether(ctx, [input], alongside);
  return user as User;
}

/** The same for many in one transaction and few statements: all of them, or none. In the order of the inputs. */
export async function createUsersTogether(
  ctx: ProjectContext,
  inputs: NewUser[],
  alongside?: (ctx: ProjectContext, user: User) => Promise<void>,
): Promise<User[]> {
  const drafts: Draft[] = [];
  for (const input of inputs) drafts.push(await draftUser(ctx, input));
  return withReferences(ctx, async (ctx) => {
    await insertDrafts(ctx, drafts);
    await takeLoginIds(ctx, drafts.flatMap(loginIdRows), drafts.flatMap(verifiedAddresses));
    await grantNew(
      ctx,
      drafts.map(({ row, input }) => ({ ...input, userId: row.id })),
    );
    await storeFirstPasswords(
      ctx,
      drafts.map(({ row, prepared }) => ({ userId: row.id, prepared })),
    );
    for (const { row, input } of drafts) {
      if (input.ssoAppIds?.length) await replaceSsoApps(ctx, row.id, input.ssoAppIds);
      if (input.seed) await storeTotpSeed(ctx, row.id, input.seed);
    }
    const users = await finishCreation(
      ctx,
      drafts.map(({ row }) => row.id),
    );
    for (const user of users) await alongside?.(ctx, user);
    return users;
  });
}

/** A user that is read and checked, and ready to be written. */
interface Draft {
  input: NewUser;
  loginIds: LoginId[];
  /** Of custom attributes, by ID. */
  values: Record<string, unknown>;
  prepared: PreparedPassword | undefined;
  row: ReturnType<typeof readDetails> & { projectId: string; id: string };
}

async function draftUser(ctx: ProjectContext, input: NewUser): Promise<Draft> {
  if (input.selfRegistered) requireOwnName(input.loginId, input);
  const loginIds = readLoginIds(input);
  const values = await readAttributeValues(ctx, input.customAttributes ?? {});
  const tenantId = input.tenants?.length === 1 ? input.tenants[0]?.tenantId : undefined;
  const prepared = await preparePassword(ctx, { ...input, tenantId, about: knownOf(input) });
  const row = { projectId: ctx.project.id, id: newId('U', ctx.now()), ...readDetails(input) };
  return { input, loginIds, values, prepared, row };
}

async function insertDrafts(ctx: ProjectContext, drafts: Draft[]): Promise<void> {
  const now = ctx.now();
  const given = drafts.flatMap((draft) => Object.entries(draft.values)).filter(([, value]) => value !== null);
  const defined = await mergeAttributeValues(ctx, {}, Object.fromEntries(given));
  const isKept = ([id, value]: [string, unknown]) => value !== null && Object.hasOwn(defined, id);
  await insertUsers(
    ctx.db,
    drafts.map((draft) => {
      const { row, input, values } = draft;
      return {
        ...row,
        customAttributes: JSON.stringify(Object.fromEntries(Object.entries(values).filter(isKept))),
        createdAt: Math.min(input.createdAt ?? now, now),
        modifiedAt: now,
        selfRegistered: flag(input.selfRegistered && !isDraftProven(draft)),
        provedEmail: input.provedEmail ? row.email : '',
        selfGivenEmail: flag(input.selfRegistered),
        selfGivenPhone: flag(input.selfRegistered),
      };
    }),
  );
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

function loginIdRows({ input, loginIds, row }: Draft): LoginIdRow[] {
  const selfGiven = flag(input.selfRegistered);
  return loginIds.map((loginId, position) => ({ ...loginId, userId: row.id, position, selfGiven }));
}

function verifiedAddresses({ row }: Draft): VerifiedAddress[] {
  const { id: userId, email, verifiedEmail, phone, verifiedPhone } = row;
  return [...(verifiedEmail ? [email] : []), ...(verifiedPhone ? [phone] : [])].map((address) => ({
    userId,
    address,
  }));
}

/** What a password must not be. */
function knownOf({ loginId, additionalLoginIds = [], name, email, phone }: NewUser): string[] {
  return [loginId, ...additionalLoginIds, name, email, phone].filter((text) => text !== undefined);
}

/** Without repetitions. */
function readLoginIds({ loginId, additionalLoginIds = [] }: NewUser): LoginId[] {
  checkLimit(additionalLoginIds.length, userLimits.additionalLoginIds, 'additional login IDs');
  const all = [loginId, ...additionalLoginIds].map(readLoginId);
  return all.filter((one, index) => all.findIndex((other) => other.folded === one.folded) === index);
}
