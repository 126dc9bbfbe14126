import { sealedColumn } from '../../../storage/sealed-columns.ts';
import type { Row } from '../../../storage/tables.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { customProvider } from './providers/custom.ts';
import type { ProviderDefinition } from './providers/definition.ts';
import { knownProviders } from './providers/known.ts';

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

export const sealedProviderSecrets = sealedColumn({
  table: 'oauthProviders',
  key: ['projectId', 'id'],
  column: 'sealedSecret',
  purposeOf: ({ projectId, id }) => secretPurpose(projectId, id),
});
