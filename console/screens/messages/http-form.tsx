import { Checkbox, Textarea, TextInput } from '@mantine/core';
import type { Client } from '../../../client/client.ts';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { ConnectorDrawer } from './connector-drawer.tsx';
import { connectorMessages } from './connector-messages.ts';
import { type ConnectorFormProps, settingOf } from './connector-settings.ts';
import { type Header, HeaderList } from './header-list.tsx';

interface Values extends Record<string, unknown> {
  url: string;
  body: string;
  keepsHeaders: boolean;
  headers: Header[];
}

const usualBody = '{"to": "{{to}}", "text": "{{text}}"}';

export function HttpForm({ opened, onClose, connector }: ConnectorFormProps) {
  const texts = useMessages(connectorMessages);
  const { errors } = useMessages(sharedMessages);
  const { names } = texts;
  const form = useDialogForm<Values>(opened, {
    initialValues: {
      url: settingOf(connector, 'url'),
      body: settingOf(connector, 'body') || usualBody,
      keepsHeaders: connector !== undefined,
      headers: [{ id: 0, name: 'Authorization', value: '' }],
    },
    validate: {
      url: (url) => (/^https?:\/\/\S+$/.test(url.trim()) ? null : errors.url),
      body: (body) => (body.trim() ? null : errors.required),
    },
  });
  const set = (client: Client, { url, body, keepsHeaders, headers }: Values) =>
    client.management.connectors.setHttp({
      url: url.trim(),
      body,
      ...(!keepsHeaders && {
        headers: Object.fromEntries(
          headers.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]),
        ),
      }),
    });
  const { keepsHeaders, headers } = form.values;
  return (
    <ConnectorDrawer opened={opened} onClose={onClose} title={texts.setUp.http} form={form} set={set}>
      <TextInput
        label={names.url}
        type="url"
        withAsterisk
        data-autofocus
        placeholder="https://"
        {...form.getInputProps('url')}
      />
      <Textarea
        label={names.body}
        description={texts.bodyLead}
        withAsterisk
        autosize
        minRows={3}
        maxRows={10}
        spellCheck={false}
        styles={{ input: { fontFamily: 'monospace' } }}
        {...form.getInputProps('body')}
      />
      {connector && (
        <Checkbox label={texts.keepHeaders} {...form.getInputProps('keepsHeaders', { type: 'checkbox' })} />
      )}
      {!keepsHeaders && (
        <HeaderList headers={headers} onChange={(headers) => form.setFieldValue('headers', headers)} />
      )}
    </ConnectorDrawer>
  );
}
