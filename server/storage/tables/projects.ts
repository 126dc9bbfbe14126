import type { Json, Moment } from './columns.ts';

export interface ProjectsTables {
  projects: ProjectsTable;
  signingKeys: SigningKeysTable;
  managementKeys: ManagementKeysTable;
}

interface ProjectsTable {
  id: string;
  name: string;
  /** JSON array: how the operator sorts projects. */
  tags: Json;
  settings: Json;
  createdAt: Moment;
}

interface SigningKeysTable {
  projectId: string;
  /** `kid` of the JWKS. */
  id: string;
  algorithm: 'RS256' | 'ES256';
  publicJwk: Json;
  sealedPrivateKey: string;
  createdAt: Moment;
  /** It is published from the start and signs from here on, so that caches have it before they need it. */
  signsFrom: Moment;
  /** It is published until here: when its last token has run out. */
  retiresAt: Moment | null;
}

interface ManagementKeysTable {
  projectId: string;
  id: string;
  name: string;
  description: string;
  hash: string;
  status: 'active' | 'inactive';
  /** JSON array of addresses and networks; empty: from everywhere. */
  permittedIps: Json;
  /** What it may do, in the words of whoever asked for it. */
  reBac: Json;
  createdAt: Moment;
  expiresAt: Moment | null;
  /** To within five minutes. */
  lastUsedAt: Moment | null;
}
