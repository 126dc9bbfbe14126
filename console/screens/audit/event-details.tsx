import { Code, Stack, Table, Text, Title } from '@mantine/core';
import type { AuditEvent } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordDrawer } from '../../components/record-drawer.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { ActorOf, TenantsOf, UserOf } from './event-people.tsx';
import { auditMessages } from './messages.ts';
import { Severity } from './severity.tsx';

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
  const { ID, action, type, occurred, actingAs, userId, externalIds, tenants, method } = event;
  const facts: [string, React.ReactNode][] = [
    [messages.action, action],
    [messages.type, <Severity key="type" type={type} />],
    [messages.occurred, <Moment key="occurred" value={occurred} unit="ms" style="seconds" />],
    [messages.actor, <ActorOf key="actor" event={event} />],
  ];
  if (actingAs) facts.push([messages.actingAs, <CopyText key="as" text={actingAs} what="ID" />]);
  if (userId) {
    facts.push([messages.user, <UserOf key="user" event={event} />]);
    facts.push([messages.loginIds, externalIds.join(', ')]);
  }
  if (tenants.length > 0) facts.push([messages.tenant, <TenantsOf key="tenants" tenants={tenants} />]);
  if (method) facts.push([messages.method, method]);
  facts.push(
    [messages.device, messages.devices[event.device] ?? event.device],
    [messages.address, event.remoteAddress],
    ['ID', <CopyText key="id" text={ID} what="ID" />],
  );
  return (
    <Stack>
      <Details facts={facts} />
      <Title order={3} size="h5">
        {messages.data}
      </Title>
      <Data data={event.data} />
    </Stack>
  );
}

function Data({ data }: Pick<AuditEvent, 'data'>) {
  const messages = useMessages(auditMessages);
  const entries = Object.entries(data).filter(([name]) => name !== 'changes');
  const { changes } = data;
  if (isRecord(changes) && Object.keys(changes).length > 0)
    return (
      <Stack>
        <Changes changes={changes} />
        {entries.length > 0 && (
          <Details facts={entries.map(([name, value]) => [name, <Value key={name} value={value} />])} />
        )}
      </Stack>
    );
  if (entries.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {messages.noData}
      </Text>
    );
  return <Details facts={entries.map(([name, value]) => [name, <Value key={name} value={value} />])} />;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Shows what a change did: each field with its old and its new value. */
function Changes({ changes }: { changes: Record<string, unknown> }) {
  const messages = useMessages(auditMessages);
  return (
    <Table aria-label={messages.changes}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{messages.field}</Table.Th>
          <Table.Th>{messages.before}</Table.Th>
          <Table.Th>{messages.after}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {Object.entries(changes).map(([field, change]) => (
          <Table.Tr key={field}>
            <Table.Th fw={500}>{field}</Table.Th>
            {isRecord(change) ? (
              <>
                <Table.Td>{shown(change['from'])}</Table.Td>
                <Table.Td>{shown(change['to'])}</Table.Td>
              </>
            ) : (
              <Table.Td colSpan={2} c="dimmed">
                {messages.changedOnly}
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function Value({ value }: { value: unknown }) {
  if (typeof value !== 'object' || value === null) return String(value);
  return (
    <Code block tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </Code>
  );
}
