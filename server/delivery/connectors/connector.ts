import type { MessageChannel } from '../message.ts';

/** The connectors that send a project's mails or short messages. */
export interface Connectors {
  smtp: {
    settings: {
      host: string;
      port: number;
      /**
       * `starttls`: refused when the server does not offer it. `none`: for a relay in the operator's own
       * network.
       */
      security: 'tls' | 'starttls' | 'none';
      /** Empty: without authentication. */
      username: string;
      fromAddress: string;
      fromName: string;
      replyTo: string;
    };
    secret: { password: string };
  };
  twilio: {
    settings: {
      /** The base address of Twilio's API. */
      baseUrl: string;
      accountSid: string;
      /** A number, a sender name, or the SID of a messaging service. */
      from: string;
    };
    secret: { authToken: string };
  };
  http: {
    settings: {
      url: string;
      /** JSON with the placeholders `{{to}}`, `{{text}}` and `{{id}}` inside texts. */
      body: string;
    };
    /** Headers by name; any of them may contain a credential. */
    secret: { headers: Record<string, string> };
  };
}

export type Provider = keyof Connectors;

export type Connector = {
  [P in Provider]: { channel: MessageChannel; provider: P; changedAt: number } & Connectors[P];
}[Provider];
