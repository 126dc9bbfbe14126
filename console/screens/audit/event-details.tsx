import { Code, Stack, Text, Title } from '@mantine/core';
import type { AuditEvent } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/details.tsx';
import { Moment } from '../../parts/moment.tsx';
import { RecordDrawer } from '../../parts/record-drawer.tsx';
import { useWords } from '../../words/language.tsx';
import { Severity } from './severity.tsx';
import { ActorOf, TenantsOf, UserOf } from './who.tsx';
import { auditWords } from './words.ts';

interface EventDetailsProps {
  /** Empty: closed. */
  id: string;
  /** The event, when the table has it. */
  shown: AuditEvent | undefined;
  /** Whether the table has come. */
  isReady: boolean;
  onClose(): void;
}

export function EventDetails({ id, shown, isReady, onClose }: EventDetailsProps) {
  const words = useWords(auditWords);
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
      title={words.event}
      record={event}
      query={found}
      gone={words.gone}
      show={(event) => <Facts event={event} />}
    />
  );
}

function Facts({ event }: { event: AuditEvent }) {
  const words = useWords(auditWords);
  const { ID, action, type, occurred, actingAs, userId, externalIds, tenants, method } = event;
  const facts: [string, React.ReactNode][] = [
    [words.action, action],
    [words.type, <Severity key="type" type={type} />],
    [words.occurred, <Moment key="occurred" value={occurred} unit="ms" style="seconds" />],
    [words.actor, <ActorOf key="actor" event={event} />],
  ];
  if (actingAs) facts.push([words.actingAs, <CopyText key="as" text={actingAs} what="ID" />]);
  if (userId) {
    facts.push([words.user, <UserOf key="user" event={event} />]);
    facts.push([words.loginIds, externalIds.join(', ')]);
  }
  if (tenants.length > 0) facts.push([words.tenant, <TenantsOf key="tenants" tenants={tenants} />]);
  if (method) facts.push([words.method, method]);
  facts.push(
    [words.device, words.devices[event.device] ?? event.device],
    [words.address, event.remoteAddress],
    ['ID', <CopyText key="id" text={ID} what="ID" />],
  );
  return (
    <Stack>
      <Details facts={facts} />
      <Title order={3} size="h5">
        {words.data}
      </Title>
      <Data data={event.data} />
    </Stack>
  );
}

function Data({ data }: Pick<AuditEvent, 'data'>) {
  const words = useWords(auditWords);
  const entries = Object.entries(data);
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {words.noData}
      </Text>
    );
  return <Details facts={entries.map(([name, value]) => [name, <Value key={name} value={value} />])} />;
}

function Value({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null) return String(value);
  return (
    <Code block tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
