import { type Claims, objectOf } from '../../../protocols/oidc/claims.ts';
import type { RedeemedCode } from '../../../protocols/oidc/redeem-code.ts';
import type { RelyingParty } from '../../../protocols/oidc/relying-party.ts';
import { fetchUserInfo, fetchWithToken } from '../../../protocols/oidc/user-info.ts';
import type { OAuthProvider } from './provider.ts';
import type { ProviderProfile } from './providers/definition.ts';
import { endpointsOf } from './relying-party.ts';

const maxFormUserLength = 4_096;

/** Fetches the user's profile from all sources of the provider: ID token, userinfo, addresses. */
export async function fetchProfile(
  rp: RelyingParty,
  provider: OAuthProvider,
  { claims, tokens }: RedeemedCode,
  formUser: string | undefined,
): Promise<{ profile: ProviderProfile; claims: Claims }> {
  const { emailsUrl } = endpointsOf(provider);
  const userInfo = claims
    ? await userInfoBeside(rp, provider, tokens.accessToken, claims)
    : await fetchWithToken(rp, rp.metadata.userinfo_endpoint ?? '', tokens.accessToken);
  const emails = emailsUrl ? await fetchWithToken(rp, emailsUrl, tokens.accessToken) : undefined;
  const answer = {
    claims: claims ?? {},
    userInfo: objectOf(userInfo),
    emails,
    form: readFormUser(formUser),
  };
  const profile = provider.definition.readProfile(answer);
  return { profile, claims: { ...answer.userInfo, ...answer.claims } };
}

/** Fetches what the ID token leaves out. */
async function userInfoBeside(
  rp: RelyingParty,
  { definition }: OAuthProvider,
  accessToken: string,
  claims: Claims,
): Promise<unknown> {
  const isEnough = ['email', 'email_verified', 'name'].every((name) => claims[name] !== undefined);
  if (isEnough || definition.needsNoUserInfo || !rp.metadata.userinfo_endpoint) return {};
  return fetchUserInfo(rp, accessToken, String(claims['sub']));
}

function readFormUser(text = ''): Claims {
  if (text.length > maxFormUserLength) return {};
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}
