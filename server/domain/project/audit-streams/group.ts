import { group } from '../../group.ts';
import { sealedReceivers } from './audit-stream.ts';
import { auditStreamEndpoints } from './endpoints.ts';

export const auditStreams = group({
  name: 'project/audit-streams',
  tables: { auditStreams: { key: 'id', isOfAudit: true } },
  endpoints: auditStreamEndpoints,
  sealed: [sealedReceivers],
});
