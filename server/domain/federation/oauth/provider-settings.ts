/** The administrator's settings. An empty text means the built-in value. */
export interface ProviderSettings {
  title: string;
  /** The protocol of a provider that the project defines itself. */
  protocol: 'oidc' | 'oauth2';
  clientId: string;
  scopes: string[];
  prompt: string;
  authentication: '' | 'basic' | 'post';
  issuer: string;
  authorizationUrl: string;
  tokenUrl: string;
  userInfoUrl: string;
  jwksUrl: string;
  emailsUrl: string;
  /** Apple: the team that the key belongs to. */
  teamId: string;
  keyId: string;
  attributeMapping: Partial<Record<MappedAttribute, string>>;
  /** Stores the users' tokens of the provider, and hands them out to management keys. */
  manageProviderTokens: boolean;
  /** Links accounts that share a verified email address. */
  linkByEmail: boolean;
}

export const mappedAttributes = [
  'subject',
  'email',
  'emailVerified',
  'name',
  'givenName',
  'familyName',
  'picture',
] as const;
export type MappedAttribute = (typeof mappedAttributes)[number];
