import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { trustedCertificate } from './certificate.ts';

export interface ReceivedMail {
  from: string;
  /** The recipients of the envelope. */
  to: string[];
  /** The mail as transmitted. */
  raw: string;
  mail: Email;
  /** True if the connection was encrypted. */
  secure: boolean;
  user: string;
}

export interface SmtpCounterpart {
  host: string;
  port: number;
  mails: ReceivedMail[];
  /** Resolves with the mails to the address once there are `count`. */
  waitFor(to: string, count?: number): Promise<ReceivedMail[]>;
  connections(): number;
  close(): Promise<void>;
}

export interface SmtpBehaviour {
  /** Without STARTTLS. */
  plain?: boolean;
  /** TLS from the first byte. */
  secure?: boolean;
  /** Refuses every account but this one. */
  account?: { user: string; password: string };
  /** Refuses such recipients with this reply. */
  refuse?: (to: string) => { code: number; words: string } | undefined;
  /** The delay before a mail is accepted. */
  delayMs?: number;
  /** Closes the connection instead of accepting the mail. */
  drop?: (count: number) => boolean;
}

/** Starts a real mail server that records its mails. */
export async function startSmtp(behaviour: SmtpBehaviour = {}): Promise<SmtpCounterpart> {
  const { account, refuse, delayMs = 0, drop } = behaviour;
  const mails: ReceivedMail[] = [];
  const listeners = new Set<() => void>();
  let connections = 0;
  let attempts = 0;
  const options: SMTPServerOptions = {
    ...(behaviour.plain ? {} : trustedCertificate()),
    secure: behaviour.secure ?? false,
    disabledCommands: [...(behaviour.plain ? ['STARTTLS'] : []), ...(account ? [] : ['AUTH'])],
    authOptional: !account,
    disableReverseLookup: true,
    closeTimeout: 100,
    onConnect(_session, done) {
      connections += 1;
      done();
    },
    onAuth({ username, password }, _session, done) {
      const isRight = username === account?.user && password === account?.password;
      if (isRight) done(null, { user: username });
      else done(Object.assign(new Error('5.7.8 bad credentials'), { responseCode: 535 }));
    },
    onRcptTo({ address }, _session, done) {
      const refusal = refuse?.(address);
      if (refusal) done(Object.assign(new Error(refusal.words), { responseCode: refusal.code }));
      else done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', async () => {
        attempts += 1;
        if (drop?.(attempts)) {
          for (const connection of server.connections) connection.close();
          return;
        }
        if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
        const raw = Buffer.concat(chunks).toString('utf8');
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          raw,
          mail: await PostalMime.parse(raw),
          secure: session.secure,
          user: String(session.user ?? ''),
        });
        done(null, '2.0.0 kept');
        for (const listener of listeners) listener();
      });
    },
  };
  const server = new SMTPServer(options);
  server.on('error', () => {});
  const listening = server.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  return {
    host: 'localhost',
    port: (listening.address() as AddressInfo).port,
    mails,
    connections: () => connections,
    waitFor(to, count = 1) {
      const found = () => mails.filter((mail) => mail.to.includes(to));
      return new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`${found().length} mails to ${to}`)), 60_000);
        const look = () => {
          if (found().length < count) return;
          clearTimeout(late);
          listeners.delete(look);
          resolve(found());
        };
        listeners.add(look);
        look();
      });
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
