import { Anchor, Badge, Text } from '@mantine/core';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import type { Webhook } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { webhookMessages } from './messages.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDetails } from './webhook-details.tsx';
import { WebhookForm } from './webhook-form.tsx';

const defaults = { page: 1, sort: 'name', desc: false, webhook: '' };
const pageSize = 25;

export default function Webhooks() {
  const messages = useMessages(webhookMessages);
  const mayChange = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  /** `new`, or the webhook that is being edited. */
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [secret, setSecret] = useState<string>();
  const webhooks = useRead(['webhooks'], (client) => client.management.webhooks.list());
  const sort = { field: view.sort, desc: view.desc };
  const page = paged(webhooks.data, { ...view, sort, pageSize });
  const create = (
    <CreateButton may={mayChange} onClick={() => setEdited('new')}>
      {messages.create}
    </CreateButton>
  );
  return (
    <Page title={messages.title} lead={messages.lead} actions={create}>
      <RecordTable
        label={messages.title}
        columns={useColumns((webhook) => change({ webhook }))}
        records={page.records}
        idOf={({ id }) => id}
        error={webhooks.error}
        retry={webhooks.refetch}
        empty={
          <EmptyState icon={WebhookIcon} title={messages.none} lead={messages.noneLead} action={create} />
        }
        sort={sort}
        onSort={({ field, desc }) => change({ sort: field, desc, page: 1 })}
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
        {...(mayChange && {
          actions: (webhook: Webhook) => (
            <WebhookActions
              webhook={webhook}
              onOpen={() => change({ webhook: webhook.id })}
              onEdit={() => setEdited(webhook)}
              onSecret={setSecret}
            />
          ),
        })}
      />
      <WebhookForm edited={edited} onClose={() => setEdited(undefined)} onCreated={setSecret} />
      <WebhookDetails id={view.webhook} webhooks={webhooks.data} onClose={() => change({ webhook: '' })} />
      <ShownOnce
        title={messages.createdMessage}
        secret={secret}
        what={messages.madeLead}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}

function useColumns(open: (id: string) => void): Column<Webhook>[] {
  const messages = useMessages(webhookMessages);
  return [
    {
      id: 'name',
      title: messages.name,
      sortField: 'name',
      show: ({ id, name }) => (
        <Anchor component="button" type="button" inherit ta="left" onClick={() => open(id)}>
          {name}
        </Anchor>
      ),
    },
    { id: 'url', title: messages.url, sortField: 'url', show: ({ url }) => url },
    {
      id: 'events',
      title: messages.events,
      show: ({ events }) =>
        events.length > 0 ? (
          events.join(', ')
        ) : (
          <Text span inherit c="dimmed">
            {messages.allEvents}
          </Text>
        ),
    },
    {
      id: 'status',
      title: messages.status,
      sortField: 'enabled',
      show: ({ enabled }) => <WebhookStatus enabled={enabled} />,
    },
    {
      id: 'created',
      title: messages.created,
      sortField: 'createdAt',
      show: ({ createdAt }) => <Moment value={createdAt} unit="ms" style="date" />,
    },
  ];
}

function WebhookStatus({ enabled }: Pick<Webhook, 'enabled'>) {
  const messages = useMessages(webhookMessages);
  return (
    <Badge variant="light" color={enabled ? 'teal' : 'gray'} tt="none">
      {enabled ? messages.enabled : messages.disabled}
    </Badge>
  );
}
