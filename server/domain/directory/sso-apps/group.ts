import { group } from '../../group.ts';
import { ssoAppEndpoints } from './endpoints.ts';
import { sealedSamlAppKeys } from './saml-keys.ts';
import { ssoApplicationsPart } from './snapshot-part.ts';

export const ssoApps = group({
  name: 'directory/sso-apps',
  tables: {
    ssoApps: { key: 'id' },
    samlAppKeys: { key: 'ssoAppId id' },
    movedClientIds: { stays: 'the import claims the client IDs that are free here' },
  },
  endpoints: ssoAppEndpoints,
  sealed: [sealedSamlAppKeys],
  snapshot: [ssoApplicationsPart],
});
