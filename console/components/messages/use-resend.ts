import type { Message } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { defineMessages } from '../../i18n/languages.ts';
import { useHasRole } from '../../session/session.tsx';

/**
 * Returns an action that sends a message again, or undefined if that is not possible: failed messages can be retried,
 * and webhook events can also be replayed after delivery.
 */
export function useResend({ id, channel, status }: Message) {
  const texts = useMessages(resendMessages);
  const mayRetry = useHasRole('support');
  const mayReplay = useHasRole('administrator');
  const isDead = status === 'dead';
  const send = useWrite(
    (client) => (isDead ? client.management.messages.retry(id) : client.management.webhooks.replay(id)),
    { changes: [['messages']], done: texts.done },
  );
  if (!isDead && (channel !== 'webhook' || status === 'waiting')) return undefined;
  return { ...send, label: isDead ? texts.retry : texts.again, isAllowed: isDead ? mayRetry : mayReplay };
}

const resendMessages = defineMessages(
  { retry: 'Try again', again: 'Send again', done: 'Message queued again.' },
  { retry: 'Noch einmal versuchen', again: 'Noch einmal senden', done: 'Wird noch einmal gesendet.' },
);
