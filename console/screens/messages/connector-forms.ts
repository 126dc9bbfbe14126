import type { ComponentType } from 'react';
import type { connectorMessages } from './connector-messages.ts';
import type { ConnectorFormProps } from './connector-settings.ts';
import { HttpForm } from './http-form.tsx';
import { SmtpForm } from './smtp-form.tsx';
import { TwilioForm } from './twilio-form.tsx';

export type ProviderName = keyof (typeof connectorMessages)['en']['setUp'];

interface ConnectorForm {
  provider: ProviderName;
  channel: 'email' | 'sms';
  Form: ComponentType<ConnectorFormProps>;
}

/** The forms of the providers, in the order of their buttons. */
export const connectorForms: ConnectorForm[] = [
  { provider: 'smtp', channel: 'email', Form: SmtpForm },
  { provider: 'twilio', channel: 'sms', Form: TwilioForm },
  { provider: 'http', channel: 'sms', Form: HttpForm },
];
