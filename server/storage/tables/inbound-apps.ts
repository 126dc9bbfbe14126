import type { GeneratedAlways } from 'kysely';
import type { Flag, Json, Moment } from './columns.ts';

export interface InboundAppsTables {
  inboundApps: InboundAppsTable;
  inboundAppSecrets: InboundAppSecretsTable;
  consents: ConsentsTable;
  mcpServers: McpServersTable;
}

interface InboundAppsTable {
  projectId: string;
  id: string;
  name: string;
  /** The name, folded, of an application that administrators created. Those that registered themselves may share names. */
  uniqueName: string | null;
  /** Unique in the project. */
  clientId: string;
  /** The application registered itself. */
  dynamic: Flag;
  /** As `domain/directory/applications/third-party/inbound-app.ts` types them; missing ones are empty. */
  settings: Json;
  /** By attribute ID. */
  customAttributes: Json;
  createdAt: Moment;
  modifiedAt: Moment;
}

interface InboundAppSecretsTable {
  projectId: string;
  appId: string;
  id: string;
  /** Unique for the application. */
  name: string;
  sealedSecret: string;
  createdAt: Moment;
  /** Absent: never. */
  expiresAt: Moment | null;
}

interface ConsentsTable {
  projectId: string;
  id: string;
  appId: string;
  /** The user; empty if the consent counts for every member of the tenant. */
  userId: string;
  /** The tenant; empty if the consent counts for the user without a tenant. */
  tenantId: string;
  /** A list of scopes: those that are allowed at any resource server. Versions before 0083 know no more. */
  scopes: Json;
  /** As `domain/directory/application-consents/consent.ts` types it. Null: given to a version that did not keep it. */
  allowed: Json | null;
  /** The user who gave it. */
  grantedBy: string;
  createdAt: Moment;
  modifiedAt: Moment;
  /** The user and the tenant, or null: indexed, and the consent is deleted with them. */
  ofUser: GeneratedAlways<string | null>;
  ofTenant: GeneratedAlways<string | null>;
}

interface McpServersTable {
  projectId: string;
  id: string;
  name: string;
  /** The address of the server, which is the audience of its tokens (RFC 8707). Unique in the project. */
  url: string;
  /** As `domain/directory/applications/mcp-servers/mcp-server.ts` types them. */
  settings: Json;
  createdAt: Moment;
  modifiedAt: Moment;
}
