/** What the administrator sets; empty text: what is built in. */
export interface ProviderSettings {
  title: string;
  /** Of a provider of the project's own. */
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
  /** Apple: what the key belongs to. */
  teamId: string;
  keyId: string;
  attributeMapping: Partial<Record<MappedAttribute, string>>;
  /** Users' tokens at the provider are kept, and handed out to management keys. */
  manageProviderTokens: boolean;
  /** Who has a verified address there, and the same here, is the same person. */
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
