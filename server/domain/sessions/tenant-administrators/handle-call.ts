import type { Endpoint } from '../../../http/endpoint.ts';
import { transaction } from '../../../storage/transaction.ts';
import { noUser } from '../../directory/users/load-user.ts';
import { holdUsers } from '../../directory/users/revocations.ts';
import type { User } from '../../directory/users/user.ts';
import type { AdministratorContext } from './administrator-context.ts';
import { rightsFor, type TenantAdministratorCall, tenantAdministratorCalls } from './allowed-calls.ts';
import { loadMember, requireNoMoreRights, requireOwn } from './checks.ts';
import { deleteMembers, preparations } from './prepare-call.ts';
import { notAllowed } from './refusal.ts';
import { showAnswer } from './show-answer.ts';
import { requireStill } from './still-administrator.ts';
import { hasAdministrator } from './store.ts';

/** Marks the endpoints that are open to administrators of tenants. */
export function openedToTenantAdministrators(endpoints: Endpoint[]): Endpoint[] {
  return endpoints.map((endpoint) =>
    Object.hasOwn(tenantAdministratorCalls, endpoint.name)
      ? {
          ...endpoint,
          forTenantAdministrators: { limit: tenantAdministratorCalls[endpoint.name]?.limit },
        }
      : endpoint,
  );
}

type Input = Record<string, unknown>;

/**
 * Calls an endpoint for a tenant's administrator: with input about the tenant only, and an answer that shows no other. Changes of one tenant
 * run one after the other. Refuses a caller who is no longer an administrator at that point, and a change that leaves the tenant
 * without an administrator.
 */
export async function handleForTenantAdministrator(
  ctx: AdministratorContext,
  endpoint: Pick<Endpoint, 'name' | 'handle'>,
  input: Input,
): Promise<unknown> {
  const call = tenantAdministratorCalls[endpoint.name] as TenantAdministratorCall;
  const allowed = readFields(ctx, call, input);
  const run = async (ctx: AdministratorContext) => {
    const answer = await callEndpoint(ctx, endpoint, call, allowed);
    return showAnswer(ctx, endpoint.name, answer);
  };
  if (call.reads) return run(ctx);
  return call.waits
    ? run(askedAgain(ctx, endpoint.name, allowed))
    : changeTenant(ctx, rightsFor(endpoint.name), run);
}

/**
 * Changes a tenant in a transaction that locks it. Refuses a caller who has lost the right by then, and a change that leaves the tenant
 * without an administrator.
 */
export async function changeTenant<R>(
  ctx: AdministratorContext,
  rights: readonly string[],
  work: (ctx: AdministratorContext) => Promise<R>,
): Promise<R> {
  const { tenantId } = ctx.tenantAdministrator;
  return transaction(ctx, async (ctx) => {
    await requireStill(ctx, rights);
    const result = await work(ctx);
    if (await hasAdministrator(ctx.db, ctx.project.id, tenantId)) return result;
    throw notAllowed(
      'This would leave the tenant without an administrator. Make another member one first',
      'lastAdministrator',
    );
  });
}

/** A call that waits is not one transaction. It asks again in the one that changes something: about the caller, and about the user. */
function askedAgain(ctx: AdministratorContext, name: string, input: Input): AdministratorContext {
  const call = tenantAdministratorCalls[name] as TenantAdministratorCall;
  return {
    ...ctx,
    async stillAllowed({ db }) {
      const now = { ...ctx, db };
      await requireStill(now, rightsFor(name));
      if (call.user) await nameUser(now, { ...call, waits: undefined }, input);
    },
  };
}

async function callEndpoint(
  ctx: AdministratorContext,
  endpoint: Pick<Endpoint, 'name' | 'handle'>,
  call: TenantAdministratorCall,
  input: Input,
): Promise<unknown> {
  const user = call.user && (await nameUser(ctx, call, input));
  if (endpoint.name === 'management.user.deleteBatch') return deleteMembers(ctx, input);
  const named = user
    ? { ...input, ...(input['userId'] ? { userId: user.id } : { loginId: user.id }) }
    : input;
  const prepared = (await preparations[endpoint.name]?.(ctx, named, user as User)) ?? named;
  return endpoint.handle(ctx as Parameters<Endpoint['handle']>[0], prepared);
}

/** Checks the user that the input names. A change locks them, so that they cannot join another tenant meanwhile. */
async function nameUser(
  ctx: AdministratorContext,
  call: TenantAdministratorCall,
  input: Input,
): Promise<User> {
  const { userId: ownId } = ctx.tenantAdministrator;
  const who = input as { loginId?: string; userId?: string };
  const found = await loadMember(ctx, who);
  if (call.user === 'self' && found.id !== ownId) throw noUser();
  if (call.othersOnly && found.id === ownId) throw notAllowed('Do this on your own account page', 'self');
  const isHeld = !call.reads && !call.waits;
  if (isHeld) await holdUsers(ctx, [found.id]);
  const user = isHeld ? await loadMember(ctx, { userId: found.id }) : found;
  if (call.user === 'own') await requireOwn(ctx, user);
  if (call.signIn) await requireNoMoreRights(ctx, user);
  return user;
}

/** Returns the fields that may be given, with the tenant. Leaves out empty fields that may not. */
function readFields(ctx: AdministratorContext, call: TenantAdministratorCall, input: Input): Input {
  const { tenantId } = ctx.tenantAdministrator;
  const { fields, ignores = [], tenant, tenants } = call;
  const allowed: Input = {};
  for (const [field, value] of Object.entries(input)) {
    if (fields.includes(field)) allowed[field] = value;
    else if (!ignores.includes(field) && !isEmpty(value))
      throw notAllowed(`The field ${field} cannot be given by an administrator of a tenant`);
  }
  const named = allowed[tenant ?? 'tenantId'];
  if (!isEmpty(named) && named !== tenantId) throw notAllowed('You administer another tenant');
  return { ...allowed, ...(tenant && { [tenant]: tenantId }), ...(tenants && { [tenants]: [tenantId] }) };
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return value === undefined || value === null || value === '' || value === false;
}
