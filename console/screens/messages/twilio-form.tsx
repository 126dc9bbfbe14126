import { useMessages } from '../../i18n/language.tsx';
import { connectorMessages } from './connector-messages.ts';
import type { ConnectorFormProps } from './connector-settings.ts';
import { TextForm } from './text-form.tsx';

export function TwilioForm(props: ConnectorFormProps) {
  const texts = useMessages(connectorMessages);
  return (
    <TextForm
      {...props}
      title={texts.setUp.twilio}
      fields={[
        { name: 'accountSid', isRequired: true },
        { name: 'authToken', isSecret: true, ...(props.connector && { description: texts.keptTwilio }) },
        { name: 'from', isRequired: true, description: texts.fromLead },
        { name: 'baseUrl', type: 'url', description: texts.baseUrlLead },
      ]}
      set={(client, { accountSid = '', from = '', ...rest }) =>
        client.management.connectors.setTwilio({ accountSid, from, ...rest })
      }
    />
  );
}
