import { PasswordInput, TextInput } from '@mantine/core';
import type { Client, Result } from '../../../client/client.ts';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { ConnectorDrawer } from './connector-drawer.tsx';
import { connectorMessages } from './connector-messages.ts';
import { type ConnectorFormProps, settingOf, withoutEmpty } from './connector-settings.ts';

type Values = Record<string, string>;

interface TextField {
  /** The name of the setting. Its label has the same name in the texts. */
  name: string;
  description?: string;
  isRequired?: true;
  /** The secret. It is never shown, and stays if it is left empty. */
  isSecret?: true;
  type?: 'url';
}

interface TextFormProps extends ConnectorFormProps {
  title: string;
  fields: TextField[];
  /** Sets the connector. Empty values are absent. */
  set(client: Client, values: Values): Promise<Result<undefined>>;
}

/** The form of a provider whose settings are texts. */
export function TextForm({ opened, onClose, connector, title, fields, set }: TextFormProps) {
  const { names } = useMessages(connectorMessages);
  const { errors } = useMessages(sharedMessages);
  const isFilled = (text: string) => (text.trim() ? null : errors.required);
  const form = useDialogForm<Values>(opened, {
    initialValues: Object.fromEntries(fields.map(({ name }) => [name, settingOf(connector, name)])),
    validate: Object.fromEntries(
      fields.filter(({ isRequired }) => isRequired).map(({ name }) => [name, isFilled]),
    ),
  });
  const write = (client: Client, values: Values) => {
    const trimmed = fields.map(({ name, isSecret }) => {
      const value = values[name] ?? '';
      return [name, isSecret ? value : value.trim()];
    });
    return set(client, withoutEmpty(Object.fromEntries(trimmed)));
  };
  return (
    <ConnectorDrawer opened={opened} onClose={onClose} title={title} form={form} set={write}>
      {fields.map(({ name, description, isRequired, isSecret, type }, index) => {
        const label = names[name];
        const input = { ...(description && { description }), ...form.getInputProps(name) };
        return isSecret ? (
          <PasswordInput key={name} label={label} autoComplete="new-password" {...input} />
        ) : (
          <TextInput
            key={name}
            label={label}
            withAsterisk={isRequired}
            data-autofocus={index === 0 || undefined}
            type={type}
            {...input}
          />
        );
      })}
    </ConnectorDrawer>
  );
}
