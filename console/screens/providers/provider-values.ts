import type { OAuthProvider, OauthConfigureProviderInput } from '../../../client/client.ts';
import type { KnownProvider } from '../../components/providers/known.ts';

export type Mapping = Required<OAuthProvider['attributeMapping']>;

/** The settings of a provider as form values. */
export interface ProviderValues extends Record<string, unknown> {
  provider: string;
  title: string;
  protocol: OAuthProvider['protocol'];
  clientId: string;
  clientSecret: string;
  scopes: string[];
  prompt: string;
  authentication: OAuthProvider['authentication'];
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  jwksUrl: string;
  emailsUrl: string;
  teamId: string;
  keyId: string;
  attributeMapping: Mapping;
  manageProviderTokens: boolean;
  linkByEmail: boolean;
}

const noMapping: Mapping = {
  subject: '',
  email: '',
  emailVerified: '',
  name: '',
  givenName: '',
  familyName: '',
  picture: '',
};

export function initialValues(
  known: KnownProvider | undefined,
  saved: OAuthProvider | undefined,
): ProviderValues {
  const plain: ProviderValues = {
    provider: known?.id ?? '',
    title: known?.title ?? '',
    protocol: known?.protocol ?? 'oidc',
    clientId: '',
    clientSecret: '',
    scopes: [...(known?.scopes ?? [])],
    prompt: '',
    authentication: known?.authentication ?? 'basic',
    issuer: known?.issuer ?? '',
    authorizationUrl: '',
    tokenUrl: '',
    userInfoUrl: '',
    jwksUrl: '',
    emailsUrl: '',
    teamId: '',
    keyId: '',
    attributeMapping: noMapping,
    manageProviderTokens: false,
    linkByEmail: true,
  };
  if (!saved) return plain;
  const { enabled: _e, hasClientSecret: _h, callbackUrl: _c, attributeMapping, ...rest } = saved;
  return { ...plain, ...rest, attributeMapping: { ...noMapping, ...attributeMapping } };
}

/** Returns only the changed values, so that built-in values and the stored secret stay as they are. */
export function toInput(values: ProviderValues, before: ProviderValues): OauthConfigureProviderInput {
  const { provider, attributeMapping, ...rest } = values;
  const changed = Object.entries(rest).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name]),
  );
  const mapped = Object.entries(attributeMapping).filter(([, name]) => name);
  const isMapped = JSON.stringify(attributeMapping) !== JSON.stringify(before.attributeMapping);
  return {
    ...(Object.fromEntries(changed) as Partial<OauthConfigureProviderInput>),
    provider: provider.trim(),
    ...(isMapped && { attributeMapping: Object.fromEntries(mapped) }),
  };
}

/**
 * Reports whether the client or a server URL has changed. The stored secret then no longer applies, because it is sent
 * only to the server for which it was set.
 */
export function isDifferentTarget(values: ProviderValues, before: ProviderValues): boolean {
  const names = ['clientId', 'issuer', 'tokenUrl', 'userInfoUrl', 'emailsUrl', 'jwksUrl'] as const;
  return names.some((name) => values[name].trim() !== before[name]);
}
