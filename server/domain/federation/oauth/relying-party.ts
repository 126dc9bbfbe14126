import type { ProjectContext } from '../../../core/context.ts';
import { appleClientSecret } from '../../../protocols/oauth/apple-secret.ts';
import { OidcError } from '../../../protocols/oidc/error.ts';
import { discoveryUrl, type ProviderMetadata, readDiscovery } from '../../../protocols/oidc/metadata.ts';
import type { RelyingParty } from '../../../protocols/oidc/relying-party.ts';
import { relyingParty } from '../relying-party/ask-provider.ts';
import { type OAuthProvider, secretPurpose } from './provider.ts';
import type { ProviderEndpoints } from './providers/definition.ts';

/** The lifetime of the cached discovery document, which changes rarely. Keys are fetched again after five minutes. */
const discoveryLifetimeSeconds = 600;

type Discovered = Pick<RelyingParty, 'metadata' | 'keys'>;

/** Returns our role at a provider. Discovery may query the provider, so never call it within a transaction. */
export async function relyingPartyOf(ctx: ProjectContext, provider: OAuthProvider): Promise<RelyingParty> {
  const { settings, definition } = provider;
  const { metadata, keys } = await discover(ctx, provider);
  return relyingParty(ctx, {
    metadata,
    keys,
    clientId: settings.clientId,
    clientSecret: await clientSecretOf(ctx, provider, metadata.issuer),
    authentication: settings.authentication || definition.authentication,
    redirectUri: callbackUrl(ctx),
  });
}

/** Returns the only address that is registered with every provider. */
export function callbackUrl({ baseUrl }: Pick<ProjectContext, 'baseUrl'>): string {
  return `${baseUrl}/v1/auth/oauth/callback`;
}

export function endpointsOf({ settings, definition }: OAuthProvider): Required<ProviderEndpoints> {
  const from = (name: keyof ProviderEndpoints) => settings[name] || definition.endpoints?.[name] || '';
  return {
    authorizationUrl: from('authorizationUrl'),
    tokenUrl: from('tokenUrl'),
    userInfoUrl: from('userInfoUrl'),
    jwksUrl: from('jwksUrl'),
    emailsUrl: from('emailsUrl'),
  };
}

/** Returns the issuer of these subjects. Another server under a known provider's name has its own subjects. */
export function issuerOf({ settings, definition }: OAuthProvider): string {
  if (settings.issuer) return settings.issuer;
  const isElsewhere = definition.protocol === 'oauth2' && settings.tokenUrl !== '';
  return isElsewhere ? new URL(settings.tokenUrl).origin : definition.issuer;
}

function discover(
  ctx: Pick<ProjectContext, 'cache' | 'fetch' | 'project'>,
  provider: OAuthProvider,
): Promise<Discovered> {
  const { id, modifiedAt, definition } = provider;
  const key = `oauth/${ctx.project.id}/${id}/${modifiedAt}`;
  return ctx.cache.get(key, discoveryLifetimeSeconds, async () => {
    const issuer = issuerOf(provider);
    const { authorizationUrl, tokenUrl, userInfoUrl, jwksUrl } = endpointsOf(provider);
    const given = {
      ...(authorizationUrl && { authorization_endpoint: authorizationUrl }),
      ...(tokenUrl && { token_endpoint: tokenUrl }),
      ...(userInfoUrl && { userinfo_endpoint: userInfoUrl }),
      ...(definition.protocol === 'oidc' && jwksUrl && { jwks_uri: jwksUrl }),
    };
    const isComplete = definition.protocol === 'oauth2' || (authorizationUrl && tokenUrl && jwksUrl);
    const found = isComplete ? { issuer } : await fetchDiscovery(ctx, issuer);
    return { metadata: { ...found, ...given } as ProviderMetadata, keys: {} };
  });
}

async function fetchDiscovery(ctx: Pick<ProjectContext, 'fetch'>, issuer: string): Promise<ProviderMetadata> {
  const { status, body } = await ctx.fetch(discoveryUrl(issuer), { maxBytes: 256 * 1024 }).catch((error) => {
    throw new OidcError('unreachable', (error as Error).message, { cause: error });
  });
  if (status === 200) return readDiscovery(body, issuer);
  throw new OidcError('unreachable', `the discovery document of ${issuer} has status ${status}`);
}

async function clientSecretOf(
  ctx: Pick<ProjectContext, 'now' | 'project' | 'sealer'>,
  provider: OAuthProvider,
  issuer: string,
): Promise<string> {
  const { id, settings, definition, sealedSecret } = provider;
  if (!sealedSecret) return '';
  const secret = ctx.sealer.unseal(sealedSecret, secretPurpose(ctx.project.id, id));
  if (!definition.signsSecret) return secret;
  const { teamId, keyId, clientId } = settings;
  return appleClientSecret({ teamId, keyId, clientId, privateKeyPem: secret }, issuer, ctx.now());
}
