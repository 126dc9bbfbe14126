import type { Row } from '../../../../storage/tables.ts';
import type { Grant } from '../grant.ts';
import type { Place } from '../place.ts';

/** The request of a device, and where it came from. */
export interface DeviceRequest {
  clientId: string;
  issuer: string;
  place: Place;
  scopes: string[];
  /** Absent in requests from before it was kept. */
  resources?: string[];
  remoteAddress: string;
  userAgent: string;
}

/** The access that the user has granted, until the device collects it. */
export interface DeviceGrant extends Grant {
  /** The session of the browser in which the user decided. */
  browserSessionId: string;
  /** The number of times that the user's access had been revoked when they decided. */
  revocations: number;
}

/** A request that waits for a user's decision. */
export interface OpenRequest {
  row: Row<'deviceRequests'>;
  request: DeviceRequest;
}

export const deviceGrantType = 'urn:ietf:params:oauth:grant-type:device_code';

export function devicePath(projectId: string): string {
  return `/device/${projectId}`;
}
