import type { Message } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMay } from '../../session/session.tsx';
import { defineWords, useWords } from '../../words/language.tsx';

/** Sends a message once more: any that was given up, and events also after they were sent; `undefined` for others. */
export function useResend({ id, channel, status }: Message) {
  const words = useWords(resendWords);
  const mayRetry = useMay('support');
  const mayReplay = useMay('administrator');
  const isDead = status === 'dead';
  const send = useWrite(
    (client) => (isDead ? client.management.messages.retry(id) : client.management.webhooks.replay(id)),
    { changes: [['messages']], done: words.done },
  );
  if (!isDead && (channel !== 'webhook' || status === 'waiting')) return undefined;
  return { ...send, label: isDead ? words.retry : words.again, isAllowed: isDead ? mayRetry : mayReplay };
}

const resendWords = defineWords(
  { retry: 'Try again', again: 'Send once more', done: 'It is sent once more.' },
  { retry: 'Noch einmal versuchen', again: 'Noch einmal senden', done: 'Wird noch einmal gesendet.' },
);
