import type { Flag, Json, Moment } from './columns.ts';

export interface SsoAppsTables {
  ssoApps: SsoAppsTable;
  ssoAppSecrets: SsoAppSecretsTable;
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
  /** Of OIDC applications only. Unique in the project. */
  clientId: string | null;
  /** Of its type, as `domain/directory/sso-apps/sso-app.ts` has them; what is missing has its empty value. */
  settings: Json;
  /** By the IDs of the attributes. */
  customAttributes: Json;
  createdAt: Moment;
  modifiedAt: Moment;
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
