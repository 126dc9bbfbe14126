import { Checkbox, Textarea, TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
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
  const { save, errors } = useMessages(sharedMessages);
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
  const set = useWrite(
    (client, { url, body, keepsHeaders, headers }: Values) =>
      client.management.connectors.setHttp({
        url: url.trim(),
        body,
        ...(!keepsHeaders && {
          headers: Object.fromEntries(
            headers.filter(({ name }) => name.trim()).map(({ name, value }) => [name.trim(), value]),
          ),
        }),
      }),
    { changes: [['connectors']], done: texts.saved, reportsFailure: false, onDone: onClose },
  );
  const { keepsHeaders, headers } = form.values;
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        set.reset();
        onClose();
      }}
      title={texts.setUpHttp}
      action={save}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={form.onSubmit((values) => set.mutate(values))}
    >
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
    </FormModal>
  );
}
