import { group } from '../../group.ts';
import { snapshotEndpoints } from './endpoints.ts';

export const snapshots = group({ name: 'administration/snapshots', endpoints: snapshotEndpoints });
