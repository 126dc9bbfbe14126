import { Code, Text } from '@mantine/core';
import type { Message } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { webhookMessages } from './messages.ts';

/** Shows what was sent, and the whole answer. */
export function DeliveryBody({ message: { id, status, attempts } }: { message: Message }) {
  const messages = useMessages(webhookMessages);
  // The answer changes with each attempt.
  const delivery = useRead(['webhook-delivery', id, status, attempts], (client) =>
    client.management.webhooks.loadDelivery(id),
  );
  if (delivery.error) return <ErrorNotice error={delivery.error} retry={delivery.refetch} />;
  if (!delivery.data) return <Loading height={80} />;
  const { body, answer } = delivery.data;
  return (
    <>
      <Text size="sm" fw={500} mt="xs">
        {messages.body}
      </Text>
      <Code block>{JSON.stringify(JSON.parse(body), null, 2)}</Code>
      <Text size="sm" fw={500} mt="xs">
        {messages.answer}
      </Text>
      <Code block style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
        {answer || messages.noAnswer}
      </Code>
    </>
  );
}
