import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { newId } from '../../core/ids.ts';
import { transaction } from '../../storage/transaction.ts';
import { recordAudit } from '../audit/record.ts';
import { resolveRoleIds } from '../roles/resolve-roles.ts';
import { requireTenants } from '../tenants/load-tenant.ts';
import { isEmail, isPhone, readEmail, readPhone } from './address.ts';
import { type LoginId, readLoginId } from './login-id.ts';
import {
  deletePendingSignUps,
  findUser,
  insertLoginIds,
  insertMemberships,
  insertUser,
  insertUserRoles,
} from './store.ts';
import { type User, userLimits } from './user.ts';

/** What people say about themselves. */
export interface UserDetails {
  name?: string;
  givenName?: string;
  middleName?: string;
  familyName?: string;
  email?: string;
  phone?: string;
}

export interface NewUser extends UserDetails {
  loginId: string;
  additionalLoginIds?: string[];
  /** Absent: an address that an administrator gives counts as verified. */
  verifiedEmail?: boolean;
  verifiedPhone?: boolean;
  picture?: string;
  status?: User['status'];
  test?: boolean;
  /** Project roles. Left aside when `tenants` are given. */
  roleNames?: string[];
  tenants?: { tenantId: string; roleNames?: string[]; roleIds?: string[] }[];
}

/** Makes a user with login IDs, tenants and roles, all or nothing. E062107 when a login ID is somebody's already. */
export async function createUser(ctx: ProjectContext, input: NewUser): Promise<User> {
  const loginIds = readLoginIds(input);
  const row = { projectId: ctx.project.id, id: newId('U', ctx.now()), ...readDetails(input) };
  return transaction(ctx, async (ctx) => {
    const now = ctx.now();
    await insertUser(ctx.db, { ...row, createdAt: now, modifiedAt: now });
    const free = await insertLoginIds(
      ctx.db,
      loginIds.map(({ written, folded }, position) => ({
        projectId: row.projectId,
        userId: row.id,
        loginId: folded,
        written,
        position,
      })),
    );
    if (free < loginIds.length) throw new ServiceError('E062107', 'A user with this login ID exists already');
    await deletePendingSignUps(
      ctx.db,
      row.projectId,
      loginIds.map((loginId) => loginId.folded),
    );
    await assignRoles(ctx, row.id, input);
    await recordAudit(ctx, { action: 'UserCreated', userId: row.id });
    return (await findUser(ctx.db, row.projectId, row.id)) as User;
  });
}

function readLoginIds({ loginId, additionalLoginIds = [] }: NewUser): LoginId[] {
  if (additionalLoginIds.length > userLimits.additionalLoginIds) {
    throw new ServiceError(
      'E011003',
      `A user has at most ${userLimits.additionalLoginIds} additional login IDs`,
    );
  }
  const all = [loginId, ...additionalLoginIds].map(readLoginId);
  return all.filter((one, index) => all.findIndex((other) => other.folded === one.folded) === index);
}

/** The columns of a user, checked and normalised; E011003 names what is wrong. */
export function readDetails(input: NewUser) {
  // A login ID that is an address is that address, unless another one is given.
  const email = input.email || (isEmail(input.loginId) ? input.loginId : '');
  const phone = input.phone || (isPhone(input.loginId) ? input.loginId : '');
  return {
    status: input.status ?? 'invited',
    name: readName('displayName', input.name),
    givenName: readName('givenName', input.givenName),
    middleName: readName('middleName', input.middleName),
    familyName: readName('familyName', input.familyName),
    email: email && readEmail(email),
    verifiedEmail: email && (input.verifiedEmail ?? true) ? 1 : 0,
    phone: phone && readPhone(phone),
    verifiedPhone: phone && (input.verifiedPhone ?? true) ? 1 : 0,
    picture: readPicture(input.picture),
    test: input.test ? 1 : 0,
    customAttributes: '{}',
  } as const;
}

function readName(field: string, text = ''): string {
  if ([...text].length > userLimits.nameLength) {
    throw new ServiceError('E011003', `${field} has at most ${userLimits.nameLength} characters`);
  }
  return text;
}

function readPicture(text = ''): string {
  if (text === '') return text;
  if (text.length > userLimits.pictureLength || !/^https:\/\//i.test(text) || !URL.canParse(text)) {
    throw new ServiceError('E011003', 'picture must be an https URL');
  }
  return text;
}

async function assignRoles(ctx: ProjectContext, userId: string, input: NewUser): Promise<void> {
  const { tenants = [], roleNames } = input;
  if (tenants.length > userLimits.tenants) {
    throw new ServiceError('E011003', `A user has at most ${userLimits.tenants} tenants`);
  }
  if (tenants.length === 0) return giveRoles(ctx, userId, { tenantId: '', roleNames });
  const projectId = ctx.project.id;
  const tenantIds = tenants.map((tenant) => tenant.tenantId);
  await requireTenants(ctx, tenantIds);
  const createdAt = ctx.now();
  await insertMemberships(
    ctx.db,
    tenantIds.map((tenantId) => ({ projectId, tenantId, userId, createdAt })),
  );
  for (const grant of tenants) await giveRoles(ctx, userId, grant);
}

async function giveRoles(
  ctx: ProjectContext,
  userId: string,
  { tenantId, roleNames = [], roleIds = [] }: { tenantId: string; roleNames?: string[]; roleIds?: string[] },
): Promise<void> {
  const ids = new Set([...roleIds, ...(await resolveRoleIds(ctx, tenantId, roleNames))]);
  if (ids.size === 0) return;
  const rows = [...ids].map((roleId) => ({ projectId: ctx.project.id, userId, tenantId, roleId }));
  await insertUserRoles(
    ctx.db,
    rows.map((row) => ({ ...row, source: 'manual' as const })),
  );
}
