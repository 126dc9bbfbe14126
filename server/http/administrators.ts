import type { FastifyRequest } from 'fastify';
import { administrationProjectId, reaches } from '../core/administration.ts';
import type { ProjectContext, ServiceContext } from '../core/context.ts';
import { ServiceError, unauthorized } from '../core/errors.ts';
import type { AdministratorFacts, Authenticators } from './authenticators.ts';
import { refreshCookie } from './cookies.ts';
import type { Endpoint } from './endpoint.ts';
import { requestInfo } from './request.ts';
import { isFromOwnPage } from './same-origin.ts';

/** The additional steps in the administration project. */
export interface AdministrationSteps {
  /** Runs a change by an owner, or refuses it. */
  change<R>(ctx: ProjectContext, userId: string, work: (ctx: ProjectContext) => Promise<R>): Promise<R>;
  /** Ends the session of a refresh JWT if it exists. */
  endReplacedSession(ctx: ProjectContext, token: string): Promise<void>;
}

interface Gate {
  service: ServiceContext;
  authenticators: Pick<Authenticators, 'administration' | 'administrator'>;
}

type Rights = Pick<Endpoint, 'role' | 'fieldRoles' | 'forAdministrators'>;

/**
 * Enters the administration project, for Latchkey's own pages only: no other origin has a use for it, and
 * browsers send cookies with requests from any page.
 */
export async function enterAdministration(gate: Gate, request: FastifyRequest): Promise<ProjectContext> {
  if (!isFromOwnPage(request.headers, gate.service.baseUrl)) {
    throw unauthorized('The administration project is for pages of this server only');
  }
  return gate.authenticators.administration(gate.service, requestInfo(request));
}

/**
 * Authenticates an administrator who calls a management endpoint with the cookie of a console session instead
 * of a key. A session that has ended is refused like a wrong key, so the administrator has to sign in again.
 */
export async function authenticateAdministrator(
  gate: Gate,
  request: FastifyRequest,
): Promise<AdministratorFacts> {
  const ctx = await enterAdministration(gate, request);
  const token = refreshCookie(ctx, request.headers);
  if (!token) throw unauthorized('A management key is required: Bearer <project ID>:<management key>');
  const administrator = await gate.authenticators.administrator(ctx, token).catch((error) => {
    if (error instanceof ServiceError && error.status === 401) throw unauthorized(error.message);
    throw error;
  });
  if (administrator.isComplete) return administrator;
  throw new ServiceError('E064011', 'Complete the sign-in with the second factor');
}

/** Calls the endpoint. An administrator may use only some fields, and changes other administrators only as an owner. */
export async function handleFor(
  endpoint: Endpoint,
  administrators: AdministrationSteps,
  request: FastifyRequest,
  input: Record<string, unknown>,
): Promise<unknown> {
  const { administrator } = request;
  const caller = request.caller as Parameters<Endpoint['handle']>[0];
  if (!administrator) return endpoint.handle(caller, input);
  const projectId = caller.project.id;
  requireFields(administrator, endpoint, projectId, input);
  if (projectId !== administrationProjectId || endpoint.role === 'auditor') {
    return endpoint.handle(caller, input);
  }
  return administrators.change(caller, administrator.userId, (ctx) =>
    endpoint.handle(ctx as typeof caller, input),
  );
}

/** A browser has one console session: a sign-in ends the session it sent, because it overwrites the cookie. */
export async function endReplaced(
  { auth }: Endpoint,
  administrators: AdministrationSteps,
  { caller, headers }: FastifyRequest,
): Promise<void> {
  if (!caller || caller.project.id !== administrationProjectId || auth === 'refresh') return;
  const token = refreshCookie(caller, headers);
  if (token) await administrators.endReplacedSession(caller, token);
}

/** Throws E064010 when the administrator may not call the endpoint in this project. */
export function requireRole(
  { role: ownRole }: AdministratorFacts,
  { role = 'administrator' }: Rights,
  projectId: string,
): void {
  const needed = projectId === administrationProjectId ? 'owner' : role;
  if (!reaches(ownRole, needed)) throw tooLow(needed, 'this');
}

/** Throws E064010 when the administrator may not use a field of the input. */
export function requireFields(
  { role: ownRole }: AdministratorFacts,
  { fieldRoles = {}, forAdministrators }: Rights,
  projectId: string,
  input: Record<string, unknown>,
): void {
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
