import { randomUUID } from 'node:crypto';
import { hashSecret } from '../../server/core/crypto.ts';
import {
  type ApplicationSession,
  type Applications,
  applicationSessionIn,
  authorizeRequest,
  introspectRequest,
  redeemRequest,
  renewRequest,
  samlRequest,
  userInfoRequest,
} from '../applications.ts';
import type { Variables } from '../baseline/recipe.ts';
import type { FixturePool } from '../fixture-pool.ts';
import type { PreparedSession } from '../prepared-session.ts';
import { type Workload, workload } from './workload.ts';

/** Sign-ins to applications, in browsers that are signed in already. */
export const applicationWorkloads: Workload[] = [
  workload({
    name: 'authorize',
    title: 'OpenID authorize with a session',
    isPerConnection: true,
    subject: inBrowser,
    request: ({ applications, browser }) => authorizeRequest(applications.oidc, browser),
    variables: ({ browser }) => variablesOf(browser),
  }),
  workload({
    name: 'token',
    title: 'OpenID token for a code',
    subject: (fixtures) => ({ ...fixtures.authorizationCode(), applications: fixtures.applications }),
    request: ({ applications, code }) => redeemRequest(applications.oidc, code),
    variables: ({ code, userId, sessionId, browserSessionId }) => ({
      codeHash: hashSecret(code),
      userId,
      sessionId,
      browserSessionId,
    }),
  }),
  workload({
    name: 'renew',
    title: 'OpenID token by refresh',
    isPerConnection: true,
    subject: atApplication,
    request: ({ applications, session }) => renewRequest(applications.oidc, session),
    answered({ session }, body) {
      Object.assign(session, applicationSessionIn(body));
    },
    variables({ session }, body) {
      const next = body ? applicationSessionIn(body).tokenHash : hashSecret(randomUUID());
      const variables = { ...variablesOf(session), next };
      session.tokenHash = next;
      return variables;
    },
  }),
  workload({
    name: 'userinfo',
    title: 'OpenID userinfo',
    isPerConnection: true,
    subject: atApplication,
    request: ({ applications, session }) => userInfoRequest(applications.oidc, session),
    variables: ({ session }) => variablesOf(session),
  }),
  workload({
    name: 'introspect',
    title: 'token introspection',
    isPerConnection: true,
    subject: atApplication,
    request: ({ applications, session }) => introspectRequest(applications.oidc, session),
    variables: ({ session }) => variablesOf(session),
  }),
  workload({
    name: 'samlresponse',
    title: 'SAML response with a session',
    isPerConnection: true,
    subject: inBrowser,
    request: ({ applications, browser }) => samlRequest(applications, browser),
    variables: ({ browser }) => variablesOf(browser),
  }),
];

function inBrowser(fixtures: FixturePool): { applications: Applications; browser: PreparedSession } {
  return { applications: fixtures.applications, browser: fixtures.session() };
}

function atApplication(fixtures: FixturePool): { applications: Applications; session: ApplicationSession } {
  return { applications: fixtures.applications, session: fixtures.applicationSession() };
}

function variablesOf({
  id: sessionId,
  userId,
  tokenHash,
}: Pick<PreparedSession, 'id' | 'userId' | 'tokenHash'>): Variables {
  return { sessionId, userId, tokenHash };
}
