import type { Message } from '../../../client/client.ts';
import { ScreenLink } from '../../components/links.tsx';

/** Shows an address or phone number, or links to the webhook. */
export function Recipient({ message: { channel, recipient } }: { message: Message }) {
  if (channel !== 'webhook') return recipient;
  return (
    <ScreenLink to="webhooks" state={{ webhook: recipient }}>
      {recipient}
    </ScreenLink>
  );
}
