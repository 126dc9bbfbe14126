import type { MessageChannel } from '../message.ts';

/** What sends the mails or the short messages of a project. */
export interface Connectors {
  smtp: {
    settings: {
      host: string;
      port: number;
      /** `starttls`: refused when the server does not offer it. `none`: for a relay in the operator's own network. */
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
      /** Where Twilio's API is. */
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
      /** JSON in which `{{to}}`, `{{text}}` and `{{id}}` stand inside texts. */
      body: string;
    };
    /** By name; any of them may hold a credential. */
    secret: { headers: Record<string, string> };
  };
}

export type Provider = keyof Connectors;

export type Connector = {
  [P in Provider]: { channel: MessageChannel; provider: P; changedAt: number } & Connectors[P];
}[Provider];
