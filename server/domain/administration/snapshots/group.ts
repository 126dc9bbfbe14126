import { group } from '../../group.ts';
import type { Part } from '../../snapshot-part.ts';
import { snapshotEndpoints } from './endpoints.ts';

/** The group of snapshots that consist of these parts, in the order of writing. */
export const snapshots = (parts: readonly Part[]) =>
  group({ name: 'administration/snapshots', endpoints: snapshotEndpoints(parts) });
