import { type Static, t } from '../../../http/schema.ts';
import type { OAuthProvider } from './provider.ts';
import { mappedAttributes } from './provider-settings.ts';
import { issuerOf } from './relying-party.ts';

/** An address. An empty text restores the built-in one. */
const url = (description: string) => t.optional(t.text({ description }));

/** The settings of a provider. Absent fields keep their value, or the built-in one. */
export const providerInput = t.object({
  provider: t.text({
    minLength: 1,
    maxLength: 30,
    description:
      'google, microsoft, github, apple, gitlab, facebook, linkedin, slack, discord, or a name of your choice',
  }),
  title: t.optional(t.text({ maxLength: 100, description: 'The display name' })),
  enabled: t.optional(t.flag()),
  protocol: t.optional(
    t.choice(['oidc', 'oauth2'], { description: 'The protocol of a custom provider. Default: oidc' }),
  ),
  clientId: t.optional(t.text({ maxLength: 512 })),
  clientSecret: t.optional(
    t.text({
      maxLength: 8_192,
      description: 'Never returned. For Apple, the private key in PEM. Absent: unchanged',
    }),
  ),
  scopes: t.optional(t.list(t.text({ minLength: 1, maxLength: 200 }), { maxItems: 50 })),
  prompt: t.optional(t.text({ maxLength: 100, description: 'Sent to the provider with each request' })),
  authentication: t.optional(
    t.choice(['basic', 'post'], { description: 'How the client secret is sent (RFC 6749 §2.3.1)' }),
  ),
  issuer: url(
    'OpenID Connect: the other endpoints are discovered from it. For a known provider: your own server',
  ),
  authorizationUrl: url('Required without discovery'),
  tokenUrl: url('Required without discovery'),
  userInfoUrl: url('Required without discovery'),
  jwksUrl: url('Required without discovery'),
  emailsUrl: url('For GitHub on your own server'),
  teamId: t.optional(t.text({ maxLength: 50, description: 'Apple only' })),
  keyId: t.optional(t.text({ maxLength: 50, description: 'Apple only' })),
  attributeMapping: t.optional(
    t.object(
      Object.fromEntries(mappedAttributes.map((name) => [name, t.reference({ maxLength: 200 })])) as Record<
        (typeof mappedAttributes)[number],
        ReturnType<typeof t.reference>
      >,
    ),
  ),
  manageProviderTokens: t.optional(t.flag({ description: 'Store the users’ tokens, for getProviderToken' })),
  linkByEmail: t.optional(
    t.flag({
      description: 'Link accounts that share a verified email address. Default: true',
    }),
  ),
});

const mapping = t.object(
  Object.fromEntries(mappedAttributes.map((name) => [name, t.optional(t.text())])) as Record<
    (typeof mappedAttributes)[number],
    ReturnType<typeof t.reference>
  >,
);

export const providerSchema = t.object(
  {
    provider: t.text(),
    title: t.text(),
    enabled: t.flag(),
    protocol: t.choice(['oidc', 'oauth2']),
    clientId: t.text(),
    hasClientSecret: t.flag(),
    scopes: t.list(t.text()),
    prompt: t.text(),
    authentication: t.choice(['basic', 'post']),
    issuer: t.text(),
    authorizationUrl: t.text(),
    tokenUrl: t.text(),
    userInfoUrl: t.text(),
    jwksUrl: t.text(),
    emailsUrl: t.text(),
    teamId: t.text(),
    keyId: t.text(),
    attributeMapping: mapping,
    manageProviderTokens: t.flag(),
    linkByEmail: t.flag(),
    callbackUrl: t.text({ description: 'Register this URL with the provider' }),
  },
  { $id: 'OAuthProvider' },
);

export function providerToWire(provider: OAuthProvider, callbackUrl: string): Static<typeof providerSchema> {
  const { id, enabled, settings, definition, sealedSecret } = provider;
  return {
    ...settings,
    provider: id,
    title: settings.title || definition.title,
    enabled,
    protocol: definition.protocol,
    hasClientSecret: sealedSecret !== '',
    scopes: settings.scopes.length > 0 ? settings.scopes : [...definition.scopes],
    authentication: settings.authentication || definition.authentication,
    issuer: issuerOf(provider),
    callbackUrl,
  };
}
