import { Badge } from '@mantine/core';
import type { ManagementKey } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { useMessages } from '../../i18n/language.tsx';
import { managementKeyMessages } from './messages.ts';

export function KeyStatus({ managementKey: { status, expireTime } }: { managementKey: ManagementKey }) {
  const messages = useMessages(managementKeyMessages);
  const state = expireTime && expireTime <= now() / 1000 ? 'expired' : status;
  const color = { active: 'teal', inactive: 'gray', expired: 'red' }[state];
  return (
    <Badge variant="light" color={color} tt="none">
      {messages[state]}
    </Badge>
  );
}
