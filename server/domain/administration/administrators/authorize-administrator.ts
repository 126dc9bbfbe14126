import { administrationProjectId, reaches } from '../../../core/administration.ts';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import type { Endpoint } from '../../../http/endpoint.ts';
import { type Administrator, roleIn } from './administrator.ts';
import { changeAdministrators } from './keep-owner.ts';

type Caller = Pick<Administrator, 'userId' | 'role' | 'projectRoles' | 'isComplete'>;

/** Throws E064011 before the second factor, and E064010 when the role does not suffice for the endpoint in this project. */
export function authorizeAdministrator(
  administrator: Caller,
  { role = 'administrator' }: Pick<Endpoint, 'role'>,
  projectId: string,
): void {
  if (!administrator.isComplete)
    throw new ServiceError('E064011', 'Complete the sign-in with the second factor');
  const needed = projectId === administrationProjectId ? 'owner' : role;
  if (!reaches(roleIn(administrator, projectId), needed)) throw tooLow(needed, 'this');
}

/** Calls the endpoint. An administrator may use only some fields, and changes other administrators only as an owner. */
export async function handleForAdministrator(
  administrator: Caller,
  endpoint: Endpoint,
  ctx: ProjectContext,
  input: Record<string, unknown>,
): Promise<unknown> {
  requireFields(administrator, endpoint, ctx.project.id, input);
  const handle = (ctx: ProjectContext) => endpoint.handle(ctx as Parameters<Endpoint['handle']>[0], input);
  const changes = ctx.project.id === administrationProjectId && endpoint.role !== 'auditor';
  return changes ? changeAdministrators(ctx, administrator.userId, handle) : handle(ctx);
}

/** Throws E064010 when the administrator may not use a field of the input. */
function requireFields(
  administrator: Caller,
  { fieldRoles = {}, forAdministrators }: Endpoint,
  projectId: string,
  input: Record<string, unknown>,
): void {
  const ownRole = roleIn(administrator, projectId);
  const given = Object.keys(input).filter((field) => input[field] !== undefined);
  for (const field of given) {
    const rule = fieldRoles[field];
    const needed = typeof rule === 'function' ? rule(input[field]) : rule;
    if (needed && !reaches(ownRole, needed)) throw tooLow(needed, `the ${field} field`);
    if (projectId !== administrationProjectId || typeof forAdministrators !== 'object') continue;
    if (!forAdministrators.fields.includes(field)) {
      throw new ServiceError('E064010', `The ${field} field cannot be given for administrators`);
    }
  }
}

function tooLow(needed: string, what: string): ServiceError {
  return new ServiceError('E064010', `The role ${needed} is required for ${what}`);
}
