import { group } from '../../group.ts';
import { inboundAppEndpoints } from './endpoints.ts';
import { forgetUnusedApps } from './forget-apps.ts';

export const inboundApps = group({
  name: 'directory/inbound-apps',
  tables: { inboundApps: { key: 'id' } },
  endpoints: inboundAppEndpoints,
  sweep: forgetUnusedApps,
});
