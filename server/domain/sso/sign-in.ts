import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import { withQuery } from '../../core/url.ts';
import { defaultRoleIds } from '../roles/default-roles.ts';
import { issueExchangeCode } from '../sessions/exchange-code.ts';
import { plainTerms, type SessionTerms } from '../sessions/terms.ts';
import type { Tenant } from '../tenants/tenant.ts';
import { createUser } from '../users/create-user.ts';
import { loadUserById } from '../users/load-user.ts';
import type { Connection } from './connection.ts';
import type { SsoPerson } from './details.ts';
import { refreshSsoRoles } from './refresh-roles.ts';
import { SsoRefusal } from './refusal.ts';
import { listDomains } from './store.ts';
import { insertIdentity, touchIdentity } from './store-sign-in.ts';

/** What an identity provider has said about one person, verified, by whichever protocol. */
export interface SsoAnswer {
  method: 'saml' | 'oidc';
  person: SsoPerson;
  samlAttributes: Record<string, unknown>;
  oidcClaims: Record<string, unknown>;
}

export interface SsoSignIn {
  connection: Connection;
  tenant: Tenant;
  answer: SsoAnswer;
  redirectUrl: string;
  terms?: SessionTerms;
  initiatedEmail?: string;
}

/**
 * Finds or makes the user of a verified answer and returns the application's address with a code. Part of a
 * transaction.
 *
 * The identity is the tenant, the connection and the subject, and never an address: a tenant's identity provider
 * signs in only whom it brought. When the login ID of somebody it brings for the first time is a user's already, the
 * sign-in is refused, whoever that user is.
 */
export async function signInBySso(ctx: ProjectContext, input: SsoSignIn): Promise<string> {
  const { connection, answer, redirectUrl } = input;
  const { person, method, samlAttributes, oidcClaims } = answer;
  checkPerson(person, input);
  const key = {
    projectId: ctx.project.id,
    tenantId: connection.tenantId,
    connectionId: connection.id,
    subject: person.subject,
  };
  const known = await touchIdentity(ctx.db, key, JSON.stringify(person.groups));
  const userId = known ?? (await bringUser(ctx, input, person));
  if (!known) {
    await insertIdentity(ctx.db, {
      ...key,
      userId,
      groups: JSON.stringify(person.groups),
      createdAt: ctx.now(),
    });
  }
  const user = await loadUserById(ctx, userId);
  if (user.status === 'disabled') throw new SsoRefusal('user', 'The user is disabled.', redirectUrl);
  if (!user.tenants.some((tenant) => tenant.tenantId === connection.tenantId)) {
    throw new SsoRefusal('user', 'The user was removed from the tenant.', redirectUrl);
  }
  await refreshSsoRoles(ctx, connection.tenantId, [userId]);
  const code = await issueExchangeCode(ctx, userId, {
    amr: ['fed'],
    method,
    terms: { ...(input.terms ?? plainTerms), tenantId: connection.tenantId },
    firstSeen: !known,
    idp: {
      connectionId: connection.id,
      groups: person.groups,
      samlAttributes,
      oidcClaims,
    },
  });
  return withQuery(redirectUrl, { code });
}

function checkPerson(person: SsoPerson, { initiatedEmail, redirectUrl }: SsoSignIn): void {
  if (!person.subject) {
    throw new SsoRefusal(
      'subject',
      'The identity provider names its users differently each time (a transient NameID). ' +
        'Let it send a persistent NameID or an email address.',
      redirectUrl,
    );
  }
  if (initiatedEmail && person.details.email?.toLowerCase() !== initiatedEmail.toLowerCase()) {
    throw new SsoRefusal('subject', 'Somebody else signed in than the one who started.', redirectUrl);
  }
}

/** Just-in-time provisioning: the user is made in the tenant, and belongs to this identity provider. */
async function bringUser(ctx: ProjectContext, input: SsoSignIn, person: SsoPerson): Promise<string> {
  const { connection, tenant, redirectUrl } = input;
  if (tenant.settings.jitDisabled) {
    throw new SsoRefusal('user', 'The tenant does not let SSO create users.', redirectUrl);
  }
  const domains = await listDomains(ctx.db, ctx.project.id, connection.tenantId, connection.id);
  const domain = person.details.email?.split('@')[1]?.toLowerCase() ?? '';
  try {
    const user = await createUser(ctx, {
      ...person.details,
      loginId: person.loginId,
      // The identity provider is believed about addresses of the tenant's own domains only.
      verifiedEmail: domains.includes(domain) && !person.saysUnverified,
      verifiedPhone: false,
      status: 'enabled',
      tenants: [{ tenantId: tenant.id, roleIds: await defaultRoleIds(ctx, tenant.id) }],
    });
    return user.id;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'E062107') {
      const reason =
        'A user with this login ID exists already and was not brought by this identity provider.';
      throw new SsoRefusal('user', reason, redirectUrl);
    }
    if (error instanceof ServiceError && error.status === 400) {
      throw new SsoRefusal('attributes', `The user cannot be made: ${error.message}.`, redirectUrl);
    }
    throw error;
  }
}
