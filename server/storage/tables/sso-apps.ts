import type { Flag, Json, Moment } from './columns.ts';

export interface SsoAppsTables {
  ssoApps: SsoAppsTable;
  ssoAppSecrets: SsoAppSecretsTable;
  samlAppKeys: SamlAppKeysTable;
  movedClientIds: MovedClientIdsTable;
}

interface SsoAppsTable {
  projectId: string;
  id: string;
  type: 'oidc' | 'saml' | 'wsfed';
  name: string;
  /** The name, folded: unique in the project. */
  foldedName: string;
  description: string;
  logo: string;
  enabled: Flag;
  /** For OIDC applications only. Unique in the project. */
  clientId: string | null;
  /** The settings of its type, as `domain/directory/applications/sso/sso-app.ts` types them; missing ones are empty. */
  settings: Json;
  /** By attribute ID. */
  customAttributes: Json;
  createdAt: Moment;
  modifiedAt: Moment;
}

/** The client IDs that applications had elsewhere before. Each belongs to one application of the instance, whose project it names. */
interface MovedClientIdsTable {
  clientId: string;
  projectId: string;
  ssoAppId: string;
}

interface SamlAppKeysTable {
  projectId: string;
  ssoAppId: string;
  id: string;
  /** Unique for the application. */
  status: 'active' | 'next';
  /** PEM. */
  certificate: string;
  sealedKey: string;
  createdAt: Moment;
}

interface SsoAppSecretsTable {
  projectId: string;
  ssoAppId: string;
  id: string;
  /** Unique for the application. */
  name: string;
  sealedSecret: string;
  createdAt: Moment;
  /** Absent: never. */
  expiresAt: Moment | null;
}
