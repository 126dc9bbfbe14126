import type { User } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { StatusBadge, type Tone } from '../status-badge.tsx';
import { userMessages } from './messages.ts';
import { type ShownStatus, shownStatusOf } from './user-facts.ts';

const tones: Record<ShownStatus, Tone> = { enabled: 'good', disabled: 'bad', created: 'off', invited: 'new' };

export function UserStatus({ user }: { user: User }) {
  const { statuses } = useMessages(userMessages);
  const status = shownStatusOf(user);
  return <StatusBadge tone={tones[status]}>{statuses[status]}</StatusBadge>;
}
