import './audit.css';
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { AuditEvent } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { CopyText } from '../copy-text.tsx';
import { Details } from '../details.tsx';
import { Moment } from '../moment.tsx';
import { RecordDrawer } from '../record-drawer.tsx';
import { EventData, RawEvent } from './event-data.tsx';
import { EventIcon } from './event-icon.tsx';
import { ActorOf, TenantsOf, UserOf } from './event-people.tsx';
import { EventSentence } from './event-sentence.tsx';
import { auditMessages } from './messages.ts';
import { methodName } from './methods.ts';
import { Severity } from './severity.tsx';
import { SimilarEvents } from './similar-events.tsx';

interface EventDetailsProps {
  /** If empty, the drawer is closed. */
  id: string;
  /** The event, if the table contains it. */
  shown: AuditEvent | undefined;
  /** True once the table has loaded. */
  isReady: boolean;
  onClose(): void;
}

export function EventDetails({ id, shown, isReady, onClose }: EventDetailsProps) {
  const messages = useMessages(auditMessages);
  const found = useRead(
    ['audit', 'event', id],
    (client) => client.management.audit.search({ text: id, from: 1, limit: 1 }),
    { enabled: id !== '' && isReady && !shown },
  );
  const event = shown ?? found.data?.audits.find(({ ID }) => ID === id);
  return (
    <RecordDrawer
      opened={id !== ''}
      onClose={onClose}
      title={messages.event}
      record={event}
      query={found}
      gone={messages.gone}
      show={(event) => <Facts event={event} />}
    />
  );
}

function Facts({ event }: { event: AuditEvent }) {
  const messages = useMessages(auditMessages);
  const { language } = useLanguage();
  const { ID, action, type, occurred, actingAs, userId, externalIds, tenants, method, names = {} } = event;
  const facts: [string, ReactNode][] = [
    [messages.occurred, <Moment key="occurred" value={occurred} unit="ms" style="seconds" />],
    [messages.action, action],
    [messages.type, <Severity key="type" type={type} />],
    [messages.actor, <ActorOf key="actor" event={event} />],
  ];
  if (actingAs) {
    const shown = names[actingAs];
    facts.push([
      messages.actingAs,
      <CopyText key="as" text={actingAs} what="ID" {...(shown && { shown })} />,
    ]);
  }
  if (userId) {
    facts.push([messages.user, <UserOf key="user" event={event} />]);
    if (externalIds.length > 1) facts.push([messages.loginIds, externalIds.join(', ')]);
  }
  if (tenants.length > 0) facts.push([messages.tenant, <TenantsOf key="tenants" event={event} />]);
  if (method) facts.push([messages.method, methodName(language, method)]);
  facts.push(
    [messages.device, messages.devices[event.device] ?? event.device],
    [messages.address, event.remoteAddress || '–'],
    ['ID', <CopyText key="id" text={ID} what="ID" />],
  );
  return (
    <Stack>
      <div className="event">
        <EventIcon event={event} />
        <Text component="p" m={0} className="event-text">
          <EventSentence event={event} />
        </Text>
      </div>
      <Details facts={facts} />
      <EventData event={event} />
      <Title order={3} size="h4">
        {messages.similar}
      </Title>
      <SimilarEvents event={event} />
      <RawEvent event={event} />
    </Stack>
  );
}
