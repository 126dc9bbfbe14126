import type { Claims } from '../../../../protocols/oidc/claims.ts';
import { acceptedAlgorithms } from '../../../../protocols/oidc/relying-party.ts';
import { metadataOf } from '../oidc/provider.ts';
import type { OidcSettings } from '../oidc/settings.ts';
import { clockFinding } from './clock-findings.ts';
import { type Finding, listOf } from './finding.ts';

/** The content of a provider's discovery document now. The lists are empty if it has none. */
export interface Announced {
  algorithms: string[];
  clientAuthentication: string[];
}

/** The facts that a test saw of an OpenID provider. */
export interface OidcFacts {
  settings: OidcSettings;
  hasSecret: boolean;
  algorithm: string;
  idToken: Claims;
  userInfo: Claims;
  userInfoOutcome: 'read' | 'absent' | 'failed' | 'other';
  /** Why a userinfo failed that a sign-in would not have needed. Otherwise it is a gap of the answer. */
  userInfoProblem?: string;
  announced: Announced | undefined;
  now: number;
}

/** They are about the token, and not about the user. */
const tokenClaims = new Set(['iss', 'aud', 'azp', 'iat', 'exp', 'nbf']);

const methods = { basic: 'client_secret_basic', post: 'client_secret_post' } as const;

/** Says how the token endpoint, the ID token and the userinfo were. */
export function oidcFindings(facts: OidcFacts): Finding[] {
  const { settings, hasSecret, idToken, userInfo, announced, now } = facts;
  const method = methods[settings.authentication];
  const ways = announced?.clientAuthentication ?? [];
  const isAnnounced = ways.length === 0 || ways.includes(method);
  const issuedAt = Number(idToken['iat']) * 1000;
  return [
    hasSecret ? { code: 'tokenAuthAccepted', values: { method } } : { code: 'tokenAuthNone' },
    ...(hasSecret && !isAnnounced
      ? [{ code: 'tokenAuthNotAnnounced' as const, values: { announced: listOf(ways), used: method } }]
      : []),
    ...algorithmFindings(facts),
    ...userInfoFinding(facts),
    {
      code: 'claimsFrom',
      values: {
        idToken: listOf(Object.keys(idToken).filter((name) => !tokenClaims.has(name))),
        userInfo: listOf(Object.keys(userInfo).filter((name) => !Object.hasOwn(idToken, name))),
      },
    },
    ...(Number.isFinite(issuedAt) ? [clockFinding(issuedAt - now)] : []),
  ];
}

function userInfoFinding({ userInfoOutcome, userInfoProblem: reason }: OidcFacts): Finding[] {
  if (userInfoOutcome === 'failed') return reason ? [{ code: 'userInfoFailed', values: { reason } }] : [];
  const codes = { read: 'userInfoAgrees', absent: 'userInfoAbsent', other: 'userInfoOther' } as const;
  return [{ code: codes[userInfoOutcome] }];
}

function algorithmFindings({ settings, algorithm: came, announced }: OidcFacts): Finding[] {
  const names = announced?.algorithms ?? [];
  return [
    { code: 'tokenAlgorithm', values: { came, accepted: accepted(settings) } },
    ...(names.length > 0 && !names.includes(came)
      ? [{ code: 'tokenAlgorithmNotAnnounced' as const, values: { announced: listOf(names), came } }]
      : []),
  ];
}

/** Says that the ID token has an algorithm that is not accepted, which the provider may announce only now. */
export function refusedAlgorithm(
  settings: OidcSettings,
  came: string,
  announced: Announced | undefined,
): Finding {
  const values = { came, accepted: accepted(settings), announced: listOf(announced?.algorithms ?? []) };
  return { code: 'tokenAlgorithmRefused', values };
}

/** Says that the token endpoint rejects our client, and whether it would accept the other way of sending the secret. */
export function rejectedClient(
  { authentication }: OidcSettings,
  isOtherAccepted: boolean | undefined,
): Finding {
  const other = authentication === 'basic' ? 'post' : 'basic';
  const values = { used: methods[authentication], other: methods[other] };
  if (isOtherAccepted === undefined) return { code: 'tokenAuthUnknown', values };
  return { code: isOtherAccepted ? 'tokenAuthOther' : 'tokenAuthNeither', values };
}

function accepted(settings: OidcSettings): string {
  return listOf(acceptedAlgorithms(metadataOf(settings)));
}
