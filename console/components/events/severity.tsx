import { Badge } from '@mantine/core';
import type { AuditEvent } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { auditMessages } from './messages.ts';

const colors = { info: 'gray', warn: 'orange', error: 'red' };

export function Severity({ type }: Pick<AuditEvent, 'type'>) {
  const messages = useMessages(auditMessages);
  return (
    <Badge variant="light" color={colors[type]} tt="none" style={{ flexShrink: 0 }}>
      {messages.types[type]}
    </Badge>
  );
}
