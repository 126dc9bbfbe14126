import { Group, PasswordInput, Select, TextInput } from '@mantine/core';
import { isEmail } from '@mantine/form';
import type { Client } from '../../../client/client.ts';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { ConnectorDrawer } from './connector-drawer.tsx';
import { connectorMessages } from './connector-messages.ts';
import { type ConnectorFormProps, settingOf, withoutEmpty } from './connector-settings.ts';

interface Values extends Record<string, unknown> {
  host: string;
  port: string;
  security: 'starttls' | 'tls' | 'none';
  username: string;
  password: string;
  fromAddress: string;
  fromName: string;
  replyTo: string;
}

export function SmtpForm({ opened, onClose, connector }: ConnectorFormProps) {
  const texts = useMessages(connectorMessages);
  const { errors } = useMessages(sharedMessages);
  const { names } = texts;
  const security = settingOf(connector, 'security');
  const form = useDialogForm<Values>(opened, {
    initialValues: {
      host: settingOf(connector, 'host'),
      port: settingOf(connector, 'port'),
      security: security === 'tls' || security === 'none' ? security : 'starttls',
      username: settingOf(connector, 'username'),
      password: '',
      fromAddress: settingOf(connector, 'fromAddress'),
      fromName: settingOf(connector, 'fromName'),
      replyTo: settingOf(connector, 'replyTo'),
    },
    validate: {
      host: (host) => (host.trim() ? null : errors.required),
      port: (port) => (isPort(port) ? null : errors.number(1, 65_535)),
      fromAddress: isEmail(errors.email),
      replyTo: (address) => (address ? isEmail(errors.email)(address) : null),
    },
  });
  const set = (client: Client, { host, port, security, fromAddress, username, password, ...rest }: Values) =>
    client.management.connectors.setSmtp({
      host: host.trim(),
      security,
      fromAddress: fromAddress.trim(),
      ...(port && { port: Number(port) }),
      ...(security !== 'none' && withoutEmpty({ username, password })),
      ...withoutEmpty(rest),
    });
  return (
    <ConnectorDrawer opened={opened} onClose={onClose} title={texts.setUp.smtp} form={form} set={set}>
      <Group align="flex-start" grow preventGrowOverflow={false}>
        <TextInput label={names.host} withAsterisk data-autofocus {...form.getInputProps('host')} />
        <TextInput
          label={names.port}
          inputMode="numeric"
          description={texts.portLead}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          {...form.getInputProps('port')}
        />
      </Group>
      <Select
        label={names.security}
        data={Object.entries(texts.securities).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps('security')}
      />
      {form.values.security !== 'none' && (
        <>
          <TextInput label={names.username} autoComplete="off" {...form.getInputProps('username')} />
          <PasswordInput
            label={names.password}
            autoComplete="new-password"
            {...(connector && { description: texts.keptSmtp })}
            {...form.getInputProps('password')}
          />
        </>
      )}
      <TextInput label={names.fromAddress} type="email" withAsterisk {...form.getInputProps('fromAddress')} />
      <TextInput
        label={names.fromName}
        description={texts.fromNameLead}
        {...form.getInputProps('fromName')}
      />
      <TextInput label={names.replyTo} type="email" {...form.getInputProps('replyTo')} />
    </ConnectorDrawer>
  );
}

function isPort(text: string): boolean {
  return text === '' || (/^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535);
}
