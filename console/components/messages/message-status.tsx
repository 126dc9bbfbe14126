import { Badge } from '@mantine/core';
import type { Message } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { messageScreenMessages } from './messages.ts';

const colors = { waiting: 'blue', sent: 'teal', dead: 'red' };

export function MessageStatus({ status }: Pick<Message, 'status'>) {
  const texts = useMessages(messageScreenMessages);
  return (
    <Badge variant="light" color={colors[status]} tt="none" style={{ flexShrink: 0 }}>
      {texts.statuses[status]}
    </Badge>
  );
}
