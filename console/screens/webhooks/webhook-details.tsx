import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import type { Webhook } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Moment } from '../../components/moment.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { Deliveries } from './deliveries.tsx';
import { webhookMessages } from './messages.ts';

interface WebhookDetailsProps {
  /** If empty, the drawer is closed. */
  id: string;
  /** Undefined while the webhooks load. */
  webhooks: Webhook[] | undefined;
  onClose(): void;
}

export function WebhookDetails({ id, webhooks, onClose }: WebhookDetailsProps) {
  const messages = useMessages(webhookMessages);
  const webhook = webhooks?.find((webhook) => webhook.id === id);
  return (
    <Drawer
      opened={id !== ''}
      onClose={onClose}
      position="right"
      size="lg"
      title={webhook?.name ?? messages.title}
    >
      {webhook ? (
        <Facts webhook={webhook} />
      ) : webhooks ? (
        <Text size="sm">{messages.gone}</Text>
      ) : (
        <Loading height={200} />
      )}
    </Drawer>
  );
}

function Facts({ webhook: { id, url, events, enabled, createdAt } }: { webhook: Webhook }) {
  const messages = useMessages(webhookMessages);
  const mayTest = useHasRole('administrator');
  const test = useWrite((client) => client.management.webhooks.test(id), {
    changes: [['messages']],
    done: messages.testSent,
  });
  return (
    <Stack>
      <Details
        facts={[
          [messages.url, url],
          [messages.events, events.join(', ') || messages.allEvents],
          [messages.status, enabled ? messages.enabled : messages.disabled],
          [messages.created, <Moment key="created" value={createdAt} unit="ms" />],
          ['ID', <CopyText key="id" text={id} what="ID" />],
        ]}
      />
      <Group justify="space-between">
        <Title order={3} size="h5">
          {messages.lastDeliveries}
        </Title>
        <Button
          size="xs"
          variant="default"
          disabled={!mayTest || !enabled}
          loading={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {messages.sendTest}
        </Button>
      </Group>
      <Deliveries webhookId={id} />
      <Text size="sm">
        <ScreenLink to="outbox" state={{ recipient: id, channel: 'webhook' }}>
          {messages.allDeliveries}
        </ScreenLink>
      </Text>
    </Stack>
  );
}
