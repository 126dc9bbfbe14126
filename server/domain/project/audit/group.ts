import { group } from '../../group.ts';
import { sealedAuditKeys } from './sealing/audit-key.ts';

export const audit = group({
  name: 'project/audit',
  tables: {
    auditKeys: { key: 'number', isOfAudit: true },
    auditRemovals: { key: 'sequence', isOfAudit: true },
    auditSeals: { key: 'firstSequence', isOfAudit: true },
    auditEvents: { key: 'id', isOfAudit: true },
    auditPostings: { stays: 'derived from the events, and built anew' },
    auditBlocks: { stays: 'derived from the events, and built anew' },
    leases: { stays: 'belongs to the instance' },
  },
  sealed: [sealedAuditKeys],
});
