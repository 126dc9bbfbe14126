import type { Row } from '../../../storage/tables.ts';
import { customProvider } from './providers/custom.ts';
import type { ProviderDefinition } from './providers/definition.ts';
import { knownProviders } from './providers/known.ts';

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

export const plainSettings: ProviderSettings = {
  title: '',
  protocol: 'oidc',
  clientId: '',
  scopes: [],
  prompt: '',
  authentication: '',
  issuer: '',
  authorizationUrl: '',
  tokenUrl: '',
  userInfoUrl: '',
  jwksUrl: '',
  emailsUrl: '',
  teamId: '',
  keyId: '',
  attributeMapping: {},
  manageProviderTokens: false,
  linkByEmail: true,
};

/** A provider with its settings in one project. */
export interface OAuthProvider {
  id: string;
  enabled: boolean;
  settings: ProviderSettings;
  definition: ProviderDefinition;
  sealedSecret: string;
  modifiedAt: number;
}

export function toProvider(row: Row<'oauthProviders'>): OAuthProvider {
  const settings = { ...plainSettings, ...(JSON.parse(row.settings) as Partial<ProviderSettings>) };
  const { id, sealedSecret, modifiedAt } = row;
  return {
    id,
    enabled: row.enabled === 1,
    settings,
    definition: definitionOf(id, settings),
    sealedSecret,
    modifiedAt,
  };
}

export function definitionOf(id: string, settings: ProviderSettings): ProviderDefinition {
  return knownProviders.get(id) ?? customProvider(id, settings);
}

export function secretPurpose(projectId: string, providerId: string): string {
  return `oauthProvider/${projectId}/${providerId}`;
}

export function titleOf({ definition, settings }: OAuthProvider): string {
  return settings.title || definition.title;
}
