import { group } from '../../group.ts';
import { mcpServerEndpoints } from './mcp-servers/endpoints.ts';
import { mcpServersPart } from './mcp-servers/snapshot-part.ts';
import { sealedAppSecrets, sealedInboundAppSecrets } from './secrets/secrets.ts';
import { ssoAppEndpoints } from './sso/endpoints.ts';
import { sealedSamlAppKeys } from './sso/saml-keys.ts';
import { ssoApplicationsPart } from './sso/snapshot-part.ts';
import { inboundAppEndpoints } from './third-party/endpoints.ts';
import { forgetUnusedApps } from './third-party/forget-apps.ts';
import { inboundApplicationsPart, scopeClaimMappingPart } from './third-party/snapshot-parts.ts';

export const connectedApplications = group({
  name: 'directory/applications',
  tables: {
    ssoApps: { key: 'id' },
    samlAppKeys: { key: 'ssoAppId id' },
    movedClientIds: { stays: 'the import claims the client IDs that are free here' },
    inboundApps: { key: 'id' },
    ssoAppSecrets: { key: 'ssoAppId id' },
    inboundAppSecrets: { key: 'appId id' },
    mcpServers: { key: 'id' },
  },
  endpoints: [...ssoAppEndpoints, ...inboundAppEndpoints, ...mcpServerEndpoints],
  sealed: [sealedSamlAppKeys, sealedAppSecrets, sealedInboundAppSecrets],
  sweep: forgetUnusedApps,
  snapshot: [ssoApplicationsPart, scopeClaimMappingPart, inboundApplicationsPart, mcpServersPart],
});
