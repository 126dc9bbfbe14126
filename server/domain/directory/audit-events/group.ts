import { group } from '../../group.ts';
import { auditEventEndpoints } from './endpoints.ts';

export const auditEvents = group({ name: 'directory/audit-events', endpoints: auditEventEndpoints });
