import { group } from '../../group.ts';
import { inboundAppEndpoints } from './endpoints.ts';
import { forgetUnusedApps } from './forget-apps.ts';
import { inboundApplicationsPart, scopeClaimMappingPart } from './snapshot-parts.ts';

export const inboundApps = group({
  name: 'directory/inbound-apps',
  tables: { inboundApps: { key: 'id' } },
  endpoints: inboundAppEndpoints,
  sweep: forgetUnusedApps,
  snapshot: [scopeClaimMappingPart, inboundApplicationsPart],
});
