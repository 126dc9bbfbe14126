import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface ProjectsTables {
  projects: ProjectsTable;
  signingKeys: SigningKeysTable;
  applicationKeys: SigningKeysTable;
  managementKeys: ManagementKeysTable;
  logos: LogosTable;
}

interface ProjectsTable {
  id: string;
  name: string;
  /** JSON array of labels by which the operator sorts projects. */
  tags: Json;
  settings: Json;
  createdAt: Moment;
  /** Null, except while `latchkey import` writes the project: no request finds it until then. */
  importStartedAt: Generated<Moment | null>;
}

/** The columns of `signingKeys` and `applicationKeys`. */
interface SigningKeysTable {
  projectId: string;
  /** The `kid` in the JWKS. */
  id: string;
  algorithm: 'RS256' | 'ES256';
  publicJwk: Json;
  sealedPrivateKey: string;
  createdAt: Moment;
  /** Published from the start; signs from this time on, so that caches have it before they need it. */
  signsFrom: Moment;
  /** Published until this time, when its last token has expired. */
  retiresAt: Moment | null;
}

interface LogosTable {
  projectId: string;
  /** The hash of the content, with an extension. */
  name: string;
  type: string;
  /** In Base64. */
  content: string;
  createdAt: Moment;
}

interface ManagementKeysTable {
  projectId: string;
  id: string;
  name: string;
  description: string;
  hash: string;
  status: 'active' | 'inactive';
  /** JSON array of addresses and networks. Empty: from anywhere. */
  permittedIps: Json;
  /** The permissions of the key, as requested at its creation. */
  reBac: Json;
  createdAt: Moment;
  expiresAt: Moment | null;
  /** Accurate to five minutes. */
  lastUsedAt: Moment | null;
  /** The key of another project of which this one is a copy, and with which it ends. */
  originProjectId: Generated<string | null>;
  originId: Generated<string | null>;
}
