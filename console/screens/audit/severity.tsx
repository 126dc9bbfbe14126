import { Badge } from '@mantine/core';
import type { AuditEvent } from '../../../client/client.ts';
import { useWords } from '../../words/language.tsx';
import { auditWords } from './words.ts';

const colors = { info: 'gray', warn: 'orange', error: 'red' };

export function Severity({ type }: Pick<AuditEvent, 'type'>) {
  const words = useWords(auditWords);
  return (
    <Badge variant="light" color={colors[type]} tt="none" style={{ flexShrink: 0 }}>
      {words.types[type]}
    </Badge>
  );
}
