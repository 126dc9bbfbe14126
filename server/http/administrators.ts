import type { FastifyRequest } from 'fastify';
import type { ProjectContext, ServiceContext } from '../core/context.ts';
import { ServiceError, unauthorized } from '../core/errors.ts';
import type { AdministratorFacts, Authenticators } from './authenticators.ts';
import { refreshCookie } from './cookies.ts';
import { requestInfo } from './request.ts';
import { isFromOwnPage } from './same-origin.ts';

interface Gate {
  service: ServiceContext;
  authenticators: Pick<Authenticators, 'administration' | 'administrator'>;
}

/**
 * Enters the administration project, for Latchkey's own pages only: no other origin has a use for it, and
 * browsers send cookies with requests from any page.
 */
export async function enterAdministration(gate: Gate, request: FastifyRequest): Promise<ProjectContext> {
  if (!isFromOwnPage(request.headers, gate.service.baseUrl)) {
    throw unauthorized('The administration project can be used only by pages of this server');
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
  return gate.authenticators.administrator(ctx, token).catch((error) => {
    if (error instanceof ServiceError && error.status === 401) throw unauthorized(error.message);
    throw error;
  });
}
