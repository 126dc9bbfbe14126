import type { AuditEvent } from '../../../client/client.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ScreenLink } from '../links.tsx';
import { auditMessages } from './messages.ts';
import type { View } from './view.ts';

/** Links to the events that share something with this one. */
export function SimilarEvents({ event }: { event: AuditEvent }) {
  const messages = useMessages(auditMessages);
  const { userId, actorId, actorType, remoteAddress, action } = event;
  const isOtherActor = actorId !== '' && actorId !== userId && actorType !== 'anonymous';
  const searches: [string, Partial<View>, boolean][] = [
    [messages.similarUser, { userIds: [userId] }, userId !== ''],
    [messages.similarActor, { actorIds: [actorId] }, isOtherActor],
    [messages.similarAddress, { remoteAddresses: [remoteAddress] }, remoteAddress !== ''],
    [messages.similarAction, { actions: [action] }, true],
  ];
  return (
    <ul className="event-similar">
      {searches
        .filter(([, , applies]) => applies)
        .map(([label, state]) => (
          <li key={label}>
            <ScreenLink to="audit" state={state as never} size="sm">
              {label}
            </ScreenLink>
          </li>
        ))}
    </ul>
  );
}
