import type { ProjectContext } from '../../../../core/context.ts';
import { hashSecret } from '../../../../core/crypto.ts';
import { type Claims, claimAt } from '../../../../protocols/oidc/claims.ts';
import { OidcError } from '../../../../protocols/oidc/error.ts';
import { isOtherWayAccepted } from '../../../../protocols/oidc/probe-client.ts';
import type { RelyingParty } from '../../../../protocols/oidc/relying-party.ts';
import type { ProviderTokens } from '../../../../protocols/oidc/tokens.ts';
import { fetchUserInfo } from '../../../../protocols/oidc/user-info.ts';
import { transaction } from '../../../../storage/transaction.ts';
import {
  type Completeness,
  exchangeCode,
  orRefuse,
  type ProviderCallback,
  userInfoBeside,
} from '../../relying-party/ask-provider.ts';
import { cannotFinish } from '../../relying-party/refusal.ts';
import { assertsByOidc } from '../asserted-factors.ts';
import { completeRequest } from '../complete-request.ts';
import type { Connection } from '../connection.ts';
import type { Finding } from '../findings/finding.ts';
import { type OidcFacts, oidcFindings, refusedAlgorithm, rejectedClient } from '../findings/oidc-findings.ts';
import { requireConfigured } from '../load-connection.ts';
import { SsoRefusal, withConnection } from '../refusal.ts';
import { hashRequestId, type SsoRequest } from '../request.ts';
import { takeConnectionRequest } from '../store-sign-in.ts';
import { readOidcPerson } from './person.ts';
import { readAnnounced } from './provider.ts';
import { oidcRelyingParty } from './request.ts';

export interface OidcCallback extends ProviderCallback {
  tenantId: string;
  connectionId: string;
  errorDescription: string;
  browserSecret: string | undefined;
}

/** The tolerated difference to providers' clocks. */
const toleranceMs = 60_000;

/**
 * Completes a sign-in at an OpenID provider. Takes the request before querying the provider, for the browser that started it
 * and the connection whose address this is, so that only one of many answers with the same `state` is read. Returns the
 * address that the browser goes to.
 */
export async function receiveOidcCallback(ctx: ProjectContext, input: OidcCallback): Promise<string> {
  const { tenantId, connectionId, browserSecret } = input;
  const request =
    browserSecret &&
    (await takeConnectionRequest(ctx.db, ctx.project.id, {
      tenantId,
      connectionId,
      idHash: hashRequestId(input.state),
      browserHash: hashSecret(browserSecret),
      now: ctx.now(),
    }));
  if (!request) throw new SsoRefusal('state', cannotFinish);
  const connection = await requireConfigured(ctx, tenantId, connectionId, 'oidc');
  return withConnection(connection, request, async () => {
    // What a test finds out beside the sign-in is part of the time that the provider has for all answers.
    const rp = await oidcRelyingParty(ctx, connection);
    const asked = askProvider(ctx, { connection, rp }, request, input);
    const { claims, issuer, tokens, isMultiFactor, problem, facts } = await orRefuse(
      asked,
      async (failure) => {
        const { kind, reason } = failure;
        ctx.log.info({ tenantId, ssoId: connectionId, kind, reason }, 'an SSO sign-in failed');
        const refusal = new SsoRefusal(kind, sentenceOf(failure, input, connection));
        if (request.state.isTest) refusal.findings = await findingsOf({ connection, rp }, failure);
        return refusal;
      },
    );
    return transaction(ctx, (ctx) =>
      completeRequest(ctx, request, 'oidc', (current) => {
        const { oidc, oidcAttributeMapping } = current.settings;
        if (oidc.issuer !== issuer || oidc.clientId !== connection.settings.oidc.clientId) {
          throw new SsoRefusal('connection', 'The SSO connection has changed. Please start again.');
        }
        const person = readOidcPerson(claims, oidcAttributeMapping, problem);
        const brought = { tokens, providerUserId: String(claims['sub']) };
        const read = { method: 'oidc', issuer, person, isMultiFactor, brought } as const;
        const findings = () => (facts ? oidcFindings(facts) : []);
        const statement = { method: 'oidc', claims } as const;
        return { ...read, samlAttributes: {}, oidcClaims: claims, findings, statement };
      }),
    );
  });
}

interface Asked {
  connection: Connection;
  rp: RelyingParty;
}

async function askProvider(
  ctx: ProjectContext,
  { connection, rp }: Asked,
  request: SsoRequest,
  input: OidcCallback,
): Promise<{
  claims: Claims;
  issuer: string;
  tokens: ProviderTokens;
  isMultiFactor: boolean;
  problem?: string;
  /** The facts that a test saw. */
  facts?: OidcFacts;
}> {
  const { claims = {}, tokens, issuer, algorithm = '' } = await exchangeCode(ctx, rp, input, request.state);
  checkAuthTime(request, claims);
  const completeness = completenessOf(connection, claims);
  const { userInfo, problem } = await userInfoBeside(rp, claims, tokens.accessToken, completeness);
  const isMultiFactor = assertsByOidc(claims);
  const all = withoutProtocol({ ...userInfo, ...claims });
  const answer = { claims: all, issuer, tokens, isMultiFactor, ...(problem !== undefined && { problem }) };
  if (!request.state.isTest) return answer;
  const { oidc: settings } = connection.settings;
  const facts: OidcFacts = {
    settings,
    hasSecret: rp.clientSecret !== '',
    algorithm,
    idToken: withoutProtocol(claims),
    // A sign-in leaves out a userinfo that would add nothing.
    ...(completeness === 'full'
      ? await tryUserInfo(rp, claims, tokens.accessToken)
      : { userInfo, userInfoOutcome: userInfoOutcome(rp, problem) }),
    announced: await readAnnounced(rp, settings),
    now: ctx.now(),
  };
  return { ...answer, facts };
}

function userInfoOutcome(
  { metadata }: RelyingParty,
  problem: string | undefined,
): OidcFacts['userInfoOutcome'] {
  if (!metadata.userinfo_endpoint) return 'absent';
  return problem === undefined ? 'read' : 'failed';
}

/** Fetches the userinfo for a test. Whatever is wrong with it is no reason to refuse the ID token. */
async function tryUserInfo(
  rp: RelyingParty,
  claims: Claims,
  accessToken: string,
): Promise<Pick<OidcFacts, 'userInfo' | 'userInfoOutcome' | 'userInfoProblem'>> {
  if (!rp.metadata.userinfo_endpoint) return { userInfo: {}, userInfoOutcome: 'absent' };
  try {
    const userInfo = await fetchUserInfo(rp, accessToken, String(claims['sub']));
    return { userInfo, userInfoOutcome: 'read' };
  } catch (error) {
    if (!(error instanceof OidcError)) throw error;
    if (error.kind === 'userinfo') return { userInfo: {}, userInfoOutcome: 'other' };
    return { userInfo: {}, userInfoOutcome: 'failed', userInfoProblem: error.reason };
  }
}

/** Finds out more about a failure, for the person who sets up the connection. */
async function findingsOf(
  { connection, rp }: Asked,
  { rejectsClient, algorithm }: OidcError,
): Promise<Finding[]> {
  const { oidc } = connection.settings;
  if (algorithm) return [refusedAlgorithm(oidc, algorithm, await readAnnounced(rp, oidc))];
  if (!rejectsClient) return [];
  return rp.clientSecret
    ? [rejectedClient(oidc, await isOtherWayAccepted(rp))]
    : [{ code: 'tokenAuthMissing' }];
}

/** Requires a new sign-in at the provider if the application requested one (Core §3.1.3.7, rule 13). */
function checkAuthTime({ state, startedAt }: SsoRequest, { auth_time: seconds }: Claims): void {
  if (!state.forceAuthn) return;
  if (typeof seconds === 'number' && seconds * 1000 >= startedAt - toleranceMs) return;
  throw new SsoRefusal(
    'auth-time',
    'The identity provider did not require the user to sign in again, or did not report when they did (`auth_time`).',
  );
}

/** Reports whether the ID token has every claim that the connection uses, or those that name the user. */
function completenessOf({ settings }: Connection, claims: Claims): Completeness {
  const { loginId, email, name, group, verifiedEmail, verifiedPhone, customAttributes } =
    settings.oidcAttributeMapping;
  const mapped = [verifiedEmail, verifiedPhone, ...Object.values(customAttributes)].filter(Boolean);
  const naming = [email || 'email', ...(loginId ? [loginId] : [])];
  const wanted = [...naming, name || 'name', group || 'groups', ...mapped];
  const has = (claim: string) => Boolean(claimAt(claims, claim));
  if (wanted.every(has)) return 'full';
  return naming.every(has) ? 'sufficient' : 'insufficient';
}

/** The claims that only tie the token to this answer. */
const protocolClaims = new Set(['nonce', 'at_hash', 'c_hash', 's_hash', 'jti', 'sid']);

function withoutProtocol(claims: Claims): Claims {
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !protocolClaims.has(name)));
}

function sentenceOf(
  { kind, reason, rejectsClient }: OidcError,
  { errorDescription }: OidcCallback,
  { settings }: Connection,
): string {
  if (kind === 'denied') {
    const words = errorDescription.replace(/[^\P{C} ]/gu, ' ').slice(0, 200);
    const more = words && ` It says: “${words}”`;
    return `The identity provider did not sign the user in: ${reason}.${more}`;
  }
  if (kind === 'unreachable') return `The identity provider is not responding: ${reason}.`;
  if (rejectsClient) {
    const isPost = settings.oidc.authentication === 'post';
    const [used, other] = isPost ? ['post', 'basic'] : ['basic', 'post'];
    return (
      `The identity provider rejects the client ID and secret: ${reason}. Check both, and the client ` +
      `authentication. They were sent with client_secret_${used}, and the connection can also use ` +
      `client_secret_${other}.`
    );
  }
  if (kind === 'refused') {
    return `The identity provider rejects the code, or the client ID and secret: ${reason}.`;
  }
  return `The response from the identity provider cannot be accepted: ${reason}.`;
}
