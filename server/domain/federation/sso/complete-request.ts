import type { ProjectContext } from '../../../core/context.ts';
import { findTenants } from '../../directory/tenants/load-tenant.ts';
import { recordAudit } from '../../project/audit/record.ts';
import type { Connection } from './connection.ts';
import { recordTestSuccess } from './failures.ts';
import { personFindings } from './findings/person-findings.ts';
import { readAsserted, withOwnAddress } from './identities/asserted.ts';
import { mappedAttributes } from './identities/mapped-attributes.ts';
import { requireConfigured } from './load-connection.ts';
import { SsoRefusal } from './refusal.ts';
import type { SsoRequest } from './request.ts';
import { checkProvider, gapsOf, type SsoAnswer, signInBySso } from './sign-in.ts';

/**
 * Completes a taken request with a verified answer. Anything that was disabled or changed since the browser left counts.
 * Returns the address that the browser goes to. Part of a transaction.
 */
export async function completeRequest(
  ctx: ProjectContext,
  request: SsoRequest,
  protocol: 'saml' | 'oidc',
  read: (connection: Connection) => SsoAnswer,
): Promise<string> {
  const { redirectUrl, terms, initiatedEmail, isTest } = request.state;
  const connection = await requireConfigured(ctx, request.tenantId, request.connectionId, protocol);
  const [tenant] = await findTenants(ctx, [connection.tenantId]);
  if (!tenant || tenant.settings.disabled) throw new SsoRefusal('tenant', 'The tenant is disabled.');
  const answer = read(connection);
  if (!isTest) return signInBySso(ctx, { connection, tenant, answer, redirectUrl, terms, initiatedEmail });
  checkProvider({ connection, answer, redirectUrl });
  const person = await withOwnAddress(ctx, connection, answer.person);
  const asserted = await readAsserted(ctx, connection, person);
  const gaps = gapsOf(person, asserted, await mappedAttributes(ctx, person.customAttributes));
  const findings = [...(answer.findings?.() ?? []), ...personFindings(connection, person, asserted, gaps)];
  await recordTestSuccess(ctx, connection, { ...answer, person }, findings);
  await recordAudit(ctx, {
    action: 'SsoTested',
    tenantId: connection.tenantId,
    method: protocol,
    data: { succeeded: true, ssoId: connection.id },
  });
  return redirectUrl;
}
