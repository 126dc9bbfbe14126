import { type Claims, objectOf } from '../../../protocols/oidc/claims.ts';
import type { RedeemedCode } from '../../../protocols/oidc/redeem-code.ts';
import type { RelyingParty } from '../../../protocols/oidc/relying-party.ts';
import { fetchWithToken } from '../../../protocols/oidc/user-info.ts';
import { type Completeness, userInfoBeside } from '../relying-party/ask-provider.ts';
import type { OAuthProvider } from './provider.ts';
import type { ProviderProfile } from './providers/definition.ts';
import { endpointsOf } from './relying-party.ts';

const maxFormUserLength = 4_096;

/**
 * Fetches the user's profile from all sources of the provider: ID token, userinfo, addresses. `problem` says why the ID token counted
 * alone.
 */
export async function fetchProfile(
  rp: RelyingParty,
  provider: OAuthProvider,
  { claims, tokens }: RedeemedCode,
  formUser: string | undefined,
): Promise<{ profile: ProviderProfile; claims: Claims; problem?: string }> {
  const { emailsUrl } = endpointsOf(provider);
  const { userInfo, problem }: { userInfo: unknown; problem?: string } = claims
    ? await userInfoBeside(rp, claims, tokens.accessToken, completenessOf(provider, claims))
    : { userInfo: await fetchWithToken(rp, rp.metadata.userinfo_endpoint ?? '', tokens.accessToken) };
  const emails = emailsUrl ? await fetchWithToken(rp, emailsUrl, tokens.accessToken) : undefined;
  const answer = {
    claims: claims ?? {},
    userInfo: objectOf(userInfo),
    emails,
    form: readFormUser(formUser),
  };
  const profile = provider.definition.readProfile(answer);
  const read = { profile, claims: { ...answer.userInfo, ...answer.claims } };
  return problem === undefined ? read : { ...read, problem };
}

function completenessOf({ definition }: OAuthProvider, claims: Claims): Completeness {
  const has = (name: string) => claims[name] !== undefined;
  if (definition.needsNoUserInfo || ['email', 'email_verified', 'name'].every(has)) return 'full';
  return has('email') ? 'sufficient' : 'insufficient';
}

function readFormUser(text = ''): Claims {
  if (text.length > maxFormUserLength) return {};
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
