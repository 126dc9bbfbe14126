import type { ProjectContext } from '../../core/context.ts';
import { ServiceError } from '../../core/errors.ts';
import type { OutboundFetch } from '../../core/outbound.ts';
import type { ObjectSchema, Static } from '../../http/schema.ts';
import type { SmtpPools } from '../email/pools.ts';
import type { MessageChannel, OutgoingMessage } from '../message.ts';
import type { Connector, Secret, Settings } from './connector.ts';

/** Describes a provider completely, in one value. `providers.ts` lists them. */
export interface ConnectorProvider<Given = Settings, Complete = Settings, Secrets = Secret> {
  /** Part of the path and of the stored connector. */
  name: string;
  channel: MessageChannel;
  /** Documents the call that sets the connector. */
  summary: string;
  description: string;
  /** The body of that call: the settings and the secret. */
  input: ObjectSchema;
  /** The field with the secret, a text or a map of texts. It is optional, because absent means unchanged. */
  secretField: keyof Secrets & string;
  /** The settings that decide where the secret is sent. When one of them changes, the stored secret is forgotten. */
  destination: (keyof Complete & string)[];
  /** Fills in the defaults. Throws E011004 for settings that cannot work; whether they do, the test message shows. */
  readSettings(given: Given, ctx: Pick<ProjectContext, 'project'>): Complete;
  /** Throws E011004 for a secret that cannot be sent. */
  checkSecret?(secret: Secrets): void;
  /** Returns the credentials in every form that is transmitted, so that they can be removed from responses. */
  secretForms(connector: Pick<Connector<Complete, Secrets>, 'settings' | 'secret'>): string[];
  /** Sends one message and returns the provider's response. Throws a DeliveryError when it fails. */
  send(sending: Sending, connector: Connector<Complete, Secrets>, message: OutgoingMessage): Promise<string>;
}

export interface Sending {
  fetch: OutboundFetch;
  /** The open connections to mail servers. */
  pools: SmtpPools;
  projectId: string;
}

type SettingsIn<Input extends ObjectSchema, Field extends string> = Omit<Static<Input>, Field>;

/** Derives the types of the settings and the secret from the schema of the input. */
export function connectorProvider<Input extends ObjectSchema, Field extends keyof Static<Input> & string>(
  definition: { input: Input; secretField: Field } & Omit<
    ConnectorProvider<
      SettingsIn<Input, Field>,
      Required<SettingsIn<Input, Field>>,
      Required<Pick<Static<Input>, Field>>
    >,
    'input' | 'secretField'
  >,
): ConnectorProvider {
  return definition as unknown as ConnectorProvider;
}

export function refuse(message: string): never {
  throw new ServiceError('E011004', message);
}
