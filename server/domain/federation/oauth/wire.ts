import { type Static, t } from '../../../http/schema.ts';
import { mappedAttributes, type OAuthProvider } from './provider.ts';
import { issuerOf } from './relying-party.ts';

/** Empty: what is built in. */
const url = (description: string) => t.optional(t.text({ description }));

/** What is set of a provider; absent: as before, or what is built in. */
export const providerInput = t.object({
  provider: t.text({
    minLength: 1,
    maxLength: 30,
    description:
      'google, microsoft, github, apple, gitlab, facebook, linkedin, slack, discord, or a name of your own',
  }),
  title: t.optional(t.text({ maxLength: 100, description: 'What people call it' })),
  enabled: t.optional(t.flag()),
  protocol: t.optional(t.choice(['oidc', 'oauth2'], { description: 'Of a name of your own. Default: oidc' })),
  clientId: t.optional(t.text({ maxLength: 512 })),
  clientSecret: t.optional(
    t.text({
      maxLength: 8_192,
      description: 'Never answered. Of Apple: the private key, in PEM. Absent: the one that there is',
    }),
  ),
  scopes: t.optional(t.list(t.text({ minLength: 1, maxLength: 200 }), { maxItems: 50 })),
  prompt: t.optional(t.text({ maxLength: 100, description: 'Sent to the provider each time' })),
  authentication: t.optional(
    t.choice(['basic', 'post'], { description: 'How the client secret travels (RFC 6749 §2.3.1)' }),
  ),
  issuer: url('Of OpenID Connect: the rest is discovered from it. Of a known provider: a server of your own'),
  authorizationUrl: url('Where there is no discovery'),
  tokenUrl: url('Where there is no discovery'),
  userInfoUrl: url('Where there is no discovery'),
  jwksUrl: url('Where there is no discovery'),
  emailsUrl: url('Of GitHub on a server of your own'),
  teamId: t.optional(t.text({ maxLength: 50, description: 'Of Apple' })),
  keyId: t.optional(t.text({ maxLength: 50, description: 'Of Apple' })),
  attributeMapping: t.optional(
    t.object(
      Object.fromEntries(mappedAttributes.map((name) => [name, t.reference({ maxLength: 200 })])) as Record<
        (typeof mappedAttributes)[number],
        ReturnType<typeof t.reference>
      >,
    ),
  ),
  manageProviderTokens: t.optional(t.flag({ description: 'Keep the users’ tokens, for getProviderToken' })),
  linkByEmail: t.optional(
    t.flag({
      description: 'A verified address there leads to the account with the same one here. Default: true',
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
    callbackUrl: t.text({ description: 'To be registered with the provider' }),
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
