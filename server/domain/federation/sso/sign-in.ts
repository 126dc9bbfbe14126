import type { ProjectContext } from '../../../core/context.ts';
import { withQuery } from '../../../core/url.ts';
import { decideAgain } from '../../../storage/transaction.ts';
import type { Tenant } from '../../directory/tenants/tenant.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { logUsers } from '../../directory/users/search/log-users.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { issueExchangeCode } from '../../sessions/sessions/exchange-code.ts';
import { plainSignInOptions, type SignInOptions } from '../../sessions/sessions/sign-in-options.ts';
import { countsAssertedFactors } from '../../sessions/sign-in-policy/asserted-sso.ts';
import type { Connection } from './connection.ts';
import type { SsoPerson } from './details.ts';
import { type Finding, sayFinding } from './findings/finding.ts';
import { asGap, type Gap, recordGap, unusableAttributes } from './gaps.ts';
import {
  type AssertedAddress,
  isWrittenInAnyCase,
  readAsserted,
  withOwnAddress,
} from './identities/asserted.ts';
import { enterAccount, usableLoginId } from './identities/enter-account.ts';
import { boundSubject, inAnyCase, providerOf } from './identities/identity.ts';
import { mappedAttributes } from './identities/mapped-attributes.ts';
import { refreshSsoRoles } from './identities/refresh-roles.ts';
import { type BroughtTokens, keepTokens } from './oidc/keep-tokens.ts';
import { SsoRefusal } from './refusal.ts';
import type { Statement } from './statement.ts';
import { insertIdentity, touchIdentity } from './store-sign-in.ts';

/** An identity provider's verified statements about one person, by either protocol. */
export interface SsoAnswer {
  method: 'saml' | 'oidc';
  /** The identity provider: its entity ID or issuer. */
  issuer: string;
  person: SsoPerson;
  /** The format of the NameID, by SAML only. */
  nameIdFormat?: string | undefined;
  /** The end of the session at the identity provider, in milliseconds. */
  sessionEndsAt?: number;
  samlAttributes: Record<string, unknown>;
  oidcClaims: Record<string, unknown>;
  /** The provider states that it has asked for more than one factor. */
  isMultiFactor: boolean;
  /** The user's own tokens at an OpenID provider. */
  brought?: BroughtTokens;
  /** Returns the findings of a test in the response. Called in a test only. */
  findings?(): Finding[];
  /** The part of the response that names the person, which a test keeps. */
  statement: Statement;
}

/** Room for any real one, within what an index can hold. Persistent NameIDs have up to 256 (saml-core §8.3.7). */
const maxSubjectLength = 1_024;

export interface SsoSignIn {
  connection: Connection;
  tenant: Tenant;
  answer: SsoAnswer;
  redirectUrl: string;
  terms?: SignInOptions;
  initiatedEmail?: string;
}

/**
 * Signs in the user whom a verified answer names, and returns the application's address with a code. Part of a transaction.
 *
 * A returning user is known by the provider's subject; `decideAccount` assigns any other identity to a user.
 */
export async function signInBySso(ctx: ProjectContext, input: SsoSignIn): Promise<string> {
  const { connection, tenant, answer, redirectUrl } = input;
  const { method, samlAttributes, oidcClaims } = answer;
  const person = await withOwnAddress(ctx, connection, answer.person);
  if (connection.settings.awaitsDecision) {
    throw new SsoRefusal(
      'awaits-decision',
      'The identity provider was replaced by a setup link. An administrator of the application must confirm it first.',
      redirectUrl,
    );
  }
  checkProvider(input);
  checkPerson(ctx, person, input);
  const key = {
    projectId: ctx.project.id,
    tenantId: connection.tenantId,
    connectionId: connection.id,
    subject: boundSubject(answer.issuer, person.subject),
  };
  const groups = person.groups ? JSON.stringify(person.groups) : null;
  const use = { groups, lastUsedAt: ctx.now() };
  const asserted = await readAsserted(ctx, connection, person);
  const anyCase = (await isWrittenInAnyCase(ctx, connection, answer, asserted))
    ? inAnyCase(answer.issuer, person.subject)
    : undefined;
  const known = await touchIdentity(ctx.db, key, use, anyCase);
  const custom = await mappedAttributes(ctx, person.customAttributes);
  const { userId, createdUser } = await enterAccount(ctx, {
    connection,
    tenant,
    person,
    asserted,
    customAttributes: custom.values,
    redirectUrl,
    known,
  });
  if (!known) {
    const row = {
      ...key,
      ...use,
      groups: groups ?? '[]',
      userId,
      createdUser: createdUser ? 1 : 0,
      createdAt: ctx.now(),
    } as const;
    if (!(await insertIdentity(ctx.db, row))) {
      decideAgain(
        new SsoRefusal(
          'busy',
          'Two sign-ins of this user started at the same time. Please start again.',
          redirectUrl,
        ),
      );
    }
    await logUsers(ctx, [userId]);
  }
  const user = await loadUserById(ctx, userId);
  if (isDisabled(user))
    throw new SsoRefusal('user', 'The user is disabled.', redirectUrl, { cause: 'disabled', userId });
  if (!user.tenants.some((tenant) => tenant.tenantId === connection.tenantId)) {
    throw new SsoRefusal('user', 'The user was removed from the tenant.', redirectUrl, {
      cause: 'notInTenant',
      userId,
    });
  }
  await refreshSsoRoles(ctx, connection.tenantId, [userId]);
  const gaps = known
    ? person.gaps.filter(({ kind }) => kind !== 'attributes')
    : gapsOf(person, asserted, custom);
  for (const gap of gaps) await recordGap(ctx, connection, { method, userId, gap });
  await keepTokens(ctx, connection, { ...key, subject: known?.subject ?? key.subject }, answer.brought);
  const code = await issueExchangeCode(ctx, userId, {
    amr:
      answer.isMultiFactor && (await countsAssertedFactors(ctx, connection.tenantId))
        ? ['fed', 'mfa']
        : ['fed'],
    method,
    via: { ssoId: connection.id },
    terms: { ...(input.terms ?? plainSignInOptions), tenantId: connection.tenantId },
    ...(answer.sessionEndsAt !== undefined && { endsAt: answer.sessionEndsAt }),
    firstSeen: !known && (createdUser || user.status === 'invited'),
    idp: {
      connectionId: connection.id,
      groups: person.groups ?? [],
      samlAttributes,
      oidcClaims,
    },
  });
  return withQuery(redirectUrl, { code });
}

/**
 * Completes the gaps of an answer with those that only we can see. Those of attributes are recorded at a person's first sign-in only,
 * because many providers send an unusable phone number each time.
 */
export function gapsOf(
  person: SsoPerson,
  asserted: AssertedAddress,
  { leftOut }: { leftOut: string[] },
): Gap[] {
  return [
    ...person.gaps,
    ...unusableAttributes(leftOut),
    ...(usableLoginId(person, asserted) ? [] : [asGap({ code: 'loginIdUnusable' })]),
  ];
}

/** Refuses the answer of an identity provider that the connection had before. */
export function checkProvider({
  connection,
  answer,
  redirectUrl,
}: Pick<SsoSignIn, 'connection' | 'answer' | 'redirectUrl'>): void {
  if (answer.issuer !== providerOf(connection)) {
    throw new SsoRefusal('connection', 'The SSO connection has changed. Please start again.', redirectUrl);
  }
}

function checkPerson(
  { languages }: Pick<ProjectContext, 'languages'>,
  person: SsoPerson,
  { connection, initiatedEmail, redirectUrl }: SsoSignIn,
): void {
  if (!person.subject) {
    throw new SsoRefusal(
      'subject',
      'The identity provider does not identify the user permanently: the NameID is missing, or different for ' +
        'each sign-in (transient). Configure it to send a persistent NameID or an email address, or map an ' +
        'attribute as the user name.',
      redirectUrl,
    );
  }
  if (person.subject.length > maxSubjectLength) {
    const reason = `The identity provider’s ID for the user has more than ${maxSubjectLength} characters. Configure it to send a shorter NameID.`;
    throw new SsoRefusal('subject', reason, redirectUrl);
  }
  const overage = person.gaps.find(({ kind }) => kind === 'groups');
  if (overage && connection.settings.extra.groupOverage === 'refuse')
    throw new SsoRefusal('groups', sayFinding(languages.english, overage.finding), redirectUrl);
  if (initiatedEmail && foldLoginId(person.details.email ?? '') !== foldLoginId(initiatedEmail)) {
    throw new SsoRefusal('subject', 'A different user signed in than the one who started.', redirectUrl);
  }
}
