import { Badge } from '@mantine/core';
import type { ManagementKey } from '../../../client/client.ts';
import { now } from '../../clock.ts';
import { useWords } from '../../words/language.tsx';
import { managementKeyWords } from './words.ts';

export function KeyStatus({ managementKey: { status, expireTime } }: { managementKey: ManagementKey }) {
  const words = useWords(managementKeyWords);
  const state = expireTime && expireTime <= now() / 1000 ? 'expired' : status;
  const color = { active: 'teal', inactive: 'gray', expired: 'red' }[state];
  return (
    <Badge variant="light" color={color} tt="none">
      {words[state]}
    </Badge>
  );
}
