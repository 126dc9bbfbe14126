import type { Moment } from './columns.ts';

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
  lastUsedAt: Moment;
  expiresAt: Moment;
}
