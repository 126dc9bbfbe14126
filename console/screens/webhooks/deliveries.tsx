import { ActionIcon, Anchor, Group, Stack, Text, Tooltip } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { RotateCw } from 'lucide-react';
import type { Message } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { MessageStatus } from '../../components/messages/message-status.tsx';
import { useResend } from '../../components/messages/use-resend.ts';
import { Moment } from '../../components/moment.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { DeliveryBody } from './delivery-body.tsx';
import { webhookMessages } from './messages.ts';

const shown = 20;
const waitingMs = 3_000;

/** Lists the recent deliveries to a webhook and their responses. */
export function Deliveries({ webhookId }: { webhookId: string }) {
  const texts = useMessages(webhookMessages);
  const deliveries = useRead(
    ['messages', 'of-webhook', webhookId],
    (client) => client.management.messages.search({ channel: 'webhook', recipient: webhookId, limit: shown }),
    { every: (data) => (data?.messages.some(({ status }) => status === 'waiting') ? waitingMs : false) },
  );
  if (deliveries.error) return <ErrorNotice error={deliveries.error} retry={deliveries.refetch} />;
  if (!deliveries.data || deliveries.isPlaceholderData) return <Loading height={160} />;
  const { messages } = deliveries.data;
  if (messages.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noDeliveries}
      </Text>
    );
  }
  return (
    <Stack component="ul" gap="sm" m={0} p={0} style={{ listStyle: 'none' }}>
      {messages.map((message) => (
        <Delivery key={message.id} message={message} />
      ))}
    </Stack>
  );
}

function Delivery({ message }: { message: Message }) {
  const texts = useMessages(webhookMessages);
  const { id, kind, status, attempts, createdAt, lastError, response } = message;
  const resend = useResend(message);
  const said = status === 'sent' ? response : lastError;
  const [isOpen, { toggle }] = useDisclosure();
  return (
    <Group component="li" justify="space-between" wrap="nowrap" align="flex-start">
      <div style={{ minWidth: 0, flex: 1 }}>
        <Group gap="xs" fz="sm">
          <ScreenLink to="outbox" state={{ message: id, channel: 'webhook' }}>
            {kind}
          </ScreenLink>
          <MessageStatus status={status} />
        </Group>
        <Text size="sm" c="dimmed">
          <Moment value={createdAt} unit="ms" style="seconds" /> · {texts.attempts(attempts)}
        </Text>
        {said && (
          <Text size="sm" lineClamp={2} style={{ overflowWrap: 'anywhere' }}>
            {said}
          </Text>
        )}
        <Anchor component="button" type="button" size="sm" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? texts.hideBody : texts.showBody}
        </Anchor>
        {isOpen && <DeliveryBody message={message} />}
      </div>
      {resend && (
        <Tooltip label={texts.sendAgain(kind)}>
          <ActionIcon
            variant="default"
            aria-label={texts.sendAgain(kind)}
            disabled={!resend.isAllowed}
            loading={resend.isPending}
            onClick={() => resend.mutate(undefined)}
          >
            <RotateCw size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
    </Group>
  );
}
