import type { Socket } from 'node:net';
import { createTransport } from 'nodemailer';
import { connectChecked } from '../../core/connect-checked.ts';
import type { ServiceContext } from '../../core/context.ts';
import { deliverableAddress } from '../../core/mail-address.ts';
import { OutboundError } from '../../core/outbound.ts';
import type { Connector } from '../connectors/connector.ts';
import { DeliveryError } from '../delivery-error.ts';
import type { OutgoingMessage } from '../message.ts';
import { isMailAddress } from '../recipient.ts';

export type SmtpConnector = Connector<SmtpSettings, { password: string }>;

interface SmtpSettings {
  host: string;
  port: number;
  /**
   * `starttls`: refused when the server does not offer it. `none`: for a relay in the operator's own network.
   */
  security: 'tls' | 'starttls' | 'none';
  /** The account; empty if the server needs no authentication. */
  username: string;
  fromAddress: string;
  fromName: string;
  replyTo: string;
}

export interface SmtpTransport {
  /** Returns the server's response to the message. */
  send(mail: OutgoingMessage): Promise<string>;
  /** Connects and signs in, without sending anything. */
  verify(): Promise<void>;
  close(): void;
}

/** An attempt and its connection end by then, well before another instance may start one. */
const defaultDeadlineMs = 60_000;
const connectTimeoutMs = 10_000;

/** The ports of mail servers. Callers must not reach other services of a host. */
const publicPorts = new Set([25, 465, 587, 2525]);

/** Opens a transport. The name is resolved and checked once, and the connections go to that address. */
export async function openSmtp(
  ctx: Pick<ServiceContext, 'resolve' | 'baseUrl'>,
  { settings, secret }: SmtpConnector,
  { maxConnections, deadlineMs = defaultDeadlineMs }: { maxConnections: number; deadlineMs?: number },
): Promise<SmtpTransport> {
  const { host, port, security, username } = settings;
  const { addresses, isPrivate } = await ctx.resolve(host);
  if (!isPrivate && !publicPorts.has(port)) {
    throw new OutboundError('only the ports 25, 465, 587 and 2525 are allowed');
  }
  const transport = createTransport({
    pool: true,
    // Used for the certificate only: `getSocket` connects.
    host,
    port,
    getSocket: (_: unknown, done: Connected) => {
      connectChecked({ host, port }, addresses, connectTimeoutMs).then(
        (connection) => done(null, { connection }),
        done,
      );
    },
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    tls: { minVersion: 'TLSv1.2' },
    name: new URL(ctx.baseUrl).hostname,
    // Without TLS, anyone on the network could read the password.
    ...(username && security !== 'none' && { auth: { user: username, pass: secret.password } }),
    maxConnections,
    // Only the outbox decides about further attempts.
    maxRequeues: 0,
    idleTimeout: 30_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const late = AbortSignal.timeout(deadlineMs);
      try {
        const { response } = await transport.sendMail({ ...compose(mail, settings), signal: late });
        return response;
      } catch (error) {
        if (late.aborted) throw new DeliveryError(`${host} did not finish in time`);
        throw toDeliveryError(error as Error);
      }
    },
    async verify() {
      await transport.verify();
    },
    close: () => transport.close({ force: true }),
  };
}

type Connected = (error: Error | null, options?: { connection: Socket }) => void;

function compose({ id, to, content }: OutgoingMessage, settings: SmtpSettings) {
  const { fromAddress, fromName, replyTo } = settings;
  if (!isMailAddress(to))
    throw new DeliveryError('the address is not a valid recipient', { isPermanent: true });
  const recipient = deliverableAddress(to);
  return {
    // Addresses as objects, so that nothing in them is parsed as a list. The envelope repeats the recipient.
    envelope: { from: fromAddress, to: [recipient] },
    from: { name: fromName, address: fromAddress },
    to: { name: '', address: recipient },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    subject: content.subject,
    text: content.text,
    ...(content.html && { html: content.html }),
    // Identical for each attempt, so that recipients can recognise a duplicate.
    messageId: `<${id}@${fromAddress.slice(fromAddress.indexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    xMailer: false as const,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Replies about the session or the sign-in, which changed settings can cure. */
const aboutSession = new Set([500, 501, 502, 503, 504, 530, 534, 535, 538]);

/** Any other 5yz reply is final (RFC 5321 §4.2.1). */
function toDeliveryError(error: Error & { code?: string; response?: string; responseCode?: number }): Error {
  if (error instanceof DeliveryError) return error;
  const answer = error.response?.trim() || error.message;
  const message = error.code === 'ETLS' ? `STARTTLS is required and does not work: ${answer}` : answer;
  const { responseCode = 0 } = error;
  return new DeliveryError(message, { isPermanent: responseCode >= 500 && !aboutSession.has(responseCode) });
}
