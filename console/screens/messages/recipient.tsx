import type { Message } from '../../../client/client.ts';
import { ScreenLink } from '../../components/links.tsx';

/** An address or a number, or the webhook, which has a view of its own. */
export function Recipient({ message: { channel, recipient } }: { message: Message }) {
  if (channel !== 'webhook') return recipient;
  return (
    <ScreenLink to="webhooks" state={{ webhook: recipient }}>
      {recipient}
    </ScreenLink>
  );
}
