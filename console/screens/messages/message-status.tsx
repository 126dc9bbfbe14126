import { Badge } from '@mantine/core';
import type { Message } from '../../../client/client.ts';
import { useWords } from '../../words/language.tsx';
import { messageWords } from './words.ts';

const colors = { waiting: 'blue', sent: 'teal', dead: 'red' };

export function MessageStatus({ status }: Pick<Message, 'status'>) {
  const words = useWords(messageWords);
  return (
    <Badge variant="light" color={colors[status]} tt="none" style={{ flexShrink: 0 }}>
      {words.statuses[status]}
    </Badge>
  );
}
