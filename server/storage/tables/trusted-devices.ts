import type { Generated } from 'kysely';
import type { Json, Moment } from './columns.ts';

export interface TrustedDevicesTables {
  trustedDevices: TrustedDevicesTable;
}

interface TrustedDevicesTable {
  projectId: string;
  id: string;
  userId: string;
  /** The hash of the secret that the device shows next. */
  tokenHash: string;
  name: string;
  type: string;
  remoteAddress: string;
  /** When the user last proved a second factor on the device. */
  provenAt: Moment;
  /** JSON array: the RFC 8176 values of the session that began the trust. Null: it began in an earlier release. */
  amr: Generated<Json | null>;
  lastUsedAt: Moment;
  expiresAt: Moment;
}
