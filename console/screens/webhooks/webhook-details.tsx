import { Drawer, Stack, Text, Title } from '@mantine/core';
import type { Webhook } from '../../../client/client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/details.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useWords } from '../../words/language.tsx';
import { Deliveries } from './deliveries.tsx';
import { webhookWords } from './words.ts';

interface WebhookDetailsProps {
  /** Empty: closed. */
  id: string;
  /** Absent: on their way. */
  webhooks: Webhook[] | undefined;
  onClose(): void;
}

export function WebhookDetails({ id, webhooks, onClose }: WebhookDetailsProps) {
  const words = useWords(webhookWords);
  const webhook = webhooks?.find((webhook) => webhook.id === id);
  return (
    <Drawer
      opened={id !== ''}
      onClose={onClose}
      position="right"
      size="lg"
      title={webhook?.name ?? words.title}
    >
      {webhook ? (
        <Facts webhook={webhook} />
      ) : webhooks ? (
        <Text size="sm">{words.gone}</Text>
      ) : (
        <Loading height={200} />
      )}
    </Drawer>
  );
}

function Facts({ webhook: { id, url, events, enabled, createdAt } }: { webhook: Webhook }) {
  const words = useWords(webhookWords);
  return (
    <Stack>
      <Details
        facts={[
          [words.url, url],
          [words.events, events.join(', ') || words.allEvents],
          [words.status, enabled ? words.enabled : words.disabled],
          [words.created, <Moment key="created" value={createdAt} unit="ms" />],
          ['ID', <CopyText key="id" text={id} what="ID" />],
        ]}
      />
      <Title order={3} size="h5">
        {words.lastDeliveries}
      </Title>
      <Deliveries webhookId={id} />
      <Text size="sm">
        <ScreenLink to="messages" state={{ recipient: id, channel: 'webhook' }}>
          {words.allDeliveries}
        </ScreenLink>
      </Text>
    </Stack>
  );
}
