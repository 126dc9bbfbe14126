import { Anchor, Badge, Text } from '@mantine/core';
import { Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import type { Webhook } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { ShownOnce } from '../../parts/once.tsx';
import { Page } from '../../parts/page.tsx';
import { paged } from '../../parts/paged.ts';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookDetails } from './webhook-details.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { webhookWords } from './words.ts';

const defaults = { page: 1, sort: 'name', desc: false, webhook: '' };
const pageSize = 25;

export default function Webhooks() {
  const words = useWords(webhookWords);
  const mayChange = useMay('administrator');
  const [view, change] = useUrlState(defaults);
  /** `new`, or the one that is changed. */
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [secret, setSecret] = useState<string>();
  const webhooks = useRead(['webhooks'], (client) => client.management.webhooks.list());
  const sort = { field: view.sort, desc: view.desc };
  const page = paged(webhooks.data, { ...view, sort, pageSize });
  const create = (
    <CreateButton may={mayChange} onClick={() => setEdited('new')}>
      {words.create}
    </CreateButton>
  );
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      <RecordTable
        label={words.title}
        columns={useColumns((webhook) => change({ webhook }))}
        records={page.records}
        idOf={({ id }) => id}
        error={webhooks.error}
        retry={webhooks.refetch}
        empty={<EmptyState icon={WebhookIcon} title={words.none} lead={words.noneLead} action={create} />}
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
      <WebhookForm edited={edited} onClose={() => setEdited(undefined)} onMade={setSecret} />
      <WebhookDetails id={view.webhook} webhooks={webhooks.data} onClose={() => change({ webhook: '' })} />
      <ShownOnce
        title={words.made}
        secret={secret}
        what={words.madeLead}
        onClose={() => setSecret(undefined)}
      />
    </Page>
  );
}

function useColumns(open: (id: string) => void): Column<Webhook>[] {
  const words = useWords(webhookWords);
  return [
    {
      id: 'name',
      title: words.name,
      sortField: 'name',
      show: ({ id, name }) => (
        <Anchor component="button" type="button" inherit ta="left" onClick={() => open(id)}>
          {name}
        </Anchor>
      ),
    },
    { id: 'url', title: words.url, sortField: 'url', show: ({ url }) => url },
    {
      id: 'events',
      title: words.events,
      show: ({ events }) =>
        events.length > 0 ? (
          events.join(', ')
        ) : (
          <Text span inherit c="dimmed">
            {words.allEvents}
          </Text>
        ),
    },
    {
      id: 'status',
      title: words.status,
      sortField: 'enabled',
      show: ({ enabled }) => <WebhookStatus enabled={enabled} />,
    },
    {
      id: 'created',
      title: words.created,
      sortField: 'createdAt',
      show: ({ createdAt }) => <Moment value={createdAt} unit="ms" style="date" />,
    },
  ];
}

function WebhookStatus({ enabled }: Pick<Webhook, 'enabled'>) {
  const words = useWords(webhookWords);
  return (
    <Badge variant="light" color={enabled ? 'teal' : 'gray'} tt="none">
      {enabled ? words.enabled : words.disabled}
    </Badge>
  );
}
