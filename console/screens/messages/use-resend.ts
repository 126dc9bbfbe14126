import type { Message } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { defineMessages, useMessages } from '../../i18n/language.tsx';
import { useMay } from '../../session/session.tsx';

/** Sends a message once more: any that was given up, and events also after they were sent; `undefined` for others. */
export function useResend({ id, channel, status }: Message) {
  const texts = useMessages(resendMessages);
  const mayRetry = useMay('support');
  const mayReplay = useMay('administrator');
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
