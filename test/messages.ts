import type { Answer, Latchkey } from './harness.ts';

/** Returns the messages to an address or number, oldest first. */
export async function messagesTo(latchkey: Latchkey, to: string): Promise<Answer['body'][]> {
  await latchkey.sendMessages();
  const { body } = await latchkey.request('GET', `/dev/inbox/messages?to=${encodeURIComponent(to)}`);
  return body.messages;
}

export async function newestMessageTo(latchkey: Latchkey, to: string): Promise<Answer['body']> {
  const messages = await messagesTo(latchkey, to);
  if (messages.length === 0) throw new Error(`nothing was sent to ${to}`);
  return messages.at(-1);
}

/** Returns the newest code. */
export async function codeSentTo(latchkey: Latchkey, to: string): Promise<string> {
  return (await newestMessageTo(latchkey, to)).codes[0];
}

/** Returns the secret of the newest link. */
export async function secretSentTo(latchkey: Latchkey, to: string): Promise<string> {
  return secretOf((await newestMessageTo(latchkey, to)).links[0]);
}

export function secretOf(link: string): string {
  return new URL(link).searchParams.get('t') as string;
}

/** Returns another six-digit code. */
export function otherCode(code: string): string {
  return code === '000000' ? '000001' : '000000';
}
