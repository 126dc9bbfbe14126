import { Anchor, Button, Group } from '@mantine/core';
import { ArrowDown, ArrowUpToLine, Send } from 'lucide-react';
import type { Message, MessagesSearchInput } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { MessageStatus } from '../../components/messages/message-status.tsx';
import { messageScreenMessages } from '../../components/messages/messages.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { timesOf } from '../../components/range.ts';
import { RecordTable } from '../../components/record-table.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { MessageDetails } from './message-details.tsx';
import { OutboxFilters } from './outbox-filters.tsx';
import { isFiltered, type OutboxView, outboxDefaults } from './outbox-view.ts';
import { Recipient } from './recipient.tsx';

const pageSize = 50;
/** The polling interval while messages are waiting. */
const waitingMs = 5_000;

export default function Outbox() {
  const texts = useMessages(messageScreenMessages);
  const [view, change] = useUrlState(outboxDefaults);
  const { message: _, ...wanted } = view;
  const messages = useRead(
    ['messages', wanted],
    (client) => client.management.messages.search({ ...searchOf(view), limit: pageSize }),
    { every: (data) => (data?.messages.some(({ status }) => status === 'waiting') ? waitingMs : false) },
  );
  const columns = useOutboxColumns((message) => change({ message }));
  const { next = '' } = messages.data ?? {};
  return (
    <Page title={texts.outbox} lead={texts.outboxLead}>
      <OutboxFilters view={view} change={change} />
      <RecordTable
        label={texts.outbox}
        columns={columns}
        records={messages.data?.messages}
        idOf={({ id }) => id}
        error={messages.error}
        retry={messages.refetch}
        empty={<Empty view={view} onClear={() => change(outboxDefaults)} />}
      />
      <Group mt="sm">
        {view.before && (
          <Button
            variant="default"
            leftSection={<ArrowUpToLine size={16} aria-hidden />}
            onClick={() => change({ before: '' })}
          >
            {texts.newest}
          </Button>
        )}
        {next && (
          <Button
            variant="default"
            leftSection={<ArrowDown size={16} aria-hidden />}
            onClick={() => change({ before: next })}
          >
            {texts.older}
          </Button>
        )}
      </Group>
      <MessageDetails
        id={view.message}
        shown={messages.data?.messages.find(({ id }) => id === view.message)}
        isReady={!messages.isPending}
        onClose={() => change({ message: '' })}
      />
    </Page>
  );
}

function searchOf({ range, from, to, status, channel, ...view }: OutboxView): MessagesSearchInput {
  const { kind, recipient, userId, before } = view;
  const given = { status, channel, kind, recipient, userId, before, ...timesOf({ range, from, to }) };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== '' && value !== 0));
}

function useOutboxColumns(open: (id: string) => void): Column<Message>[] {
  const texts = useMessages(messageScreenMessages);
  return [
    {
      id: 'created',
      title: texts.created,
      width: 190,
      show: ({ createdAt }) => <Moment value={createdAt} unit="ms" style="seconds" />,
    },
    {
      id: 'kind',
      title: texts.kind,
      width: 180,
      show: ({ id, kind }) => (
        <Anchor component="button" type="button" inherit ta="left" onClick={() => open(id)}>
          {texts.kinds[kind] ?? kind}
        </Anchor>
      ),
    },
    { id: 'channel', title: texts.channel, show: ({ channel }) => texts.channels[channel] ?? channel },
    {
      id: 'recipient',
      title: texts.recipient,
      width: 240,
      show: (message) => <Recipient message={message} />,
    },
    { id: 'status', title: texts.status, show: ({ status }) => <MessageStatus status={status} /> },
    { id: 'attempts', title: texts.attempts, align: 'right', show: ({ attempts }) => attempts },
  ];
}

function Empty({ view, onClear }: { view: OutboxView; onClear(): void }) {
  const texts = useMessages(messageScreenMessages);
  const { nothingFound, clearFilters } = useMessages(sharedMessages);
  if (!isFiltered(view)) return <EmptyState icon={Send} title={texts.none} lead={texts.noneLead} />;
  const clear = (
    <Button variant="default" onClick={onClear}>
      {clearFilters}
    </Button>
  );
  return <EmptyState icon={Send} title={nothingFound} action={clear} />;
}
