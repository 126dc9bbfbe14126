import './audit.css';
import { Anchor } from '@mantine/core';
import type { AuditEvent } from '../../../client/client.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Moment } from '../moment.tsx';
import type { Column } from '../table-column.ts';
import { EventIcon } from './event-icon.tsx';
import { ActorOf, TenantsOf, UserOf } from './event-people.tsx';
import { EventSentence } from './event-sentence.tsx';
import { auditMessages } from './messages.ts';
import { methodName } from './methods.ts';
import { sentenceText } from './sentences/compose-sentence.ts';
import { Severity } from './severity.tsx';

/** The columns that a list of events has at first. */
export const shownColumns = ['event', 'method', 'origin', 'occurred'];

/** Returns all columns of a list of events. `open` shows the details of one. */
export function useEventColumns(open: (id: string) => void): Column<AuditEvent>[] {
  const messages = useMessages(auditMessages);
  const { language } = useLanguage();
  return [
    {
      id: 'event',
      title: messages.event,
      width: 340,
      card: 'title',
      wraps: true,
      show: (event) => (
        <div className="event">
          <EventIcon event={event} />
          <span className="event-text">
            {event.type !== 'info' && <span className="visually-hidden">{messages.types[event.type]}: </span>}
            <EventSentence event={event} />
          </span>
        </div>
      ),
    },
    {
      id: 'method',
      title: messages.method,
      width: 110,
      card: 'line',
      show: ({ method }) => method && methodName(language, method),
    },
    {
      id: 'origin',
      title: messages.origin,
      width: 140,
      card: 'line',
      show: ({ device, remoteAddress }) =>
        [remoteAddress, device !== 'Unknown' && (messages.devices[device] ?? device)]
          .filter(Boolean)
          .join(' · '),
    },
    { id: 'action', title: messages.action, show: ({ action }) => action },
    { id: 'type', title: messages.type, show: ({ type }) => <Severity type={type} /> },
    { id: 'user', title: messages.user, width: 190, show: (event) => <UserOf event={event} /> },
    { id: 'actor', title: messages.actor, show: (event) => <ActorOf event={event} isShort /> },
    { id: 'tenant', title: messages.tenant, show: (event) => <TenantsOf event={event} /> },
    {
      id: 'occurred',
      title: messages.occurred,
      sortField: 'occurred',
      width: 110,
      card: 'status',
      show: (event) => (
        <Anchor component="button" type="button" inherit c="dimmed" ta="left" onClick={() => open(event.ID)}>
          <Moment value={event.occurred} unit="ms" />
          <span className="visually-hidden"> {messages.openEvent(sentenceText(event, language))}</span>
        </Anchor>
      ),
    },
  ];
}
