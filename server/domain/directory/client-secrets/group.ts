import { group } from '../../group.ts';
import { sealedAppSecrets, sealedInboundAppSecrets } from './secrets.ts';

export const clientSecrets = group({
  name: 'directory/client-secrets',
  tables: { ssoAppSecrets: { key: 'ssoAppId id' }, inboundAppSecrets: { key: 'appId id' } },
  sealed: [sealedAppSecrets, sealedInboundAppSecrets],
});
