import { PasswordInput, TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { useDialogForm } from '../../parts/use-dialog-form.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { type ConnectorFormProps, settingOf, withoutEmpty } from './connector-settings.ts';
import { connectorWords } from './words-connectors.ts';

interface Values extends Record<string, unknown> {
  accountSid: string;
  authToken: string;
  from: string;
  baseUrl: string;
}

export function TwilioForm({ opened, onClose, connector }: ConnectorFormProps) {
  const words = useWords(connectorWords);
  const { save, errors } = useWords(everywhere);
  const { names } = words;
  const isFilled = (text: string) => (text.trim() ? null : errors.required);
  const form = useDialogForm<Values>(opened, {
    initialValues: {
      accountSid: settingOf(connector, 'accountSid'),
      authToken: '',
      from: settingOf(connector, 'from'),
      baseUrl: settingOf(connector, 'baseUrl'),
    },
    validate: { accountSid: isFilled, from: isFilled },
  });
  const set = useWrite(
    (client, { accountSid, from, authToken, baseUrl }: Values) =>
      client.management.connectors.setTwilio({
        accountSid: accountSid.trim(),
        from: from.trim(),
        ...withoutEmpty({ authToken, baseUrl: baseUrl.trim() }),
      }),
    { changes: [['connectors']], done: words.saved, tellsFailure: false, onDone: onClose },
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        set.reset();
        onClose();
      }}
      title={words.setUpTwilio}
      action={save}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={form.onSubmit((values) => set.mutate(values))}
    >
      <TextInput label={names.accountSid} withAsterisk data-autofocus {...form.getInputProps('accountSid')} />
      <PasswordInput
        label={names.authToken}
        autoComplete="new-password"
        {...(connector && { description: words.keptTwilio })}
        {...form.getInputProps('authToken')}
      />
      <TextInput
        label={names.from}
        description={words.fromLead}
        withAsterisk
        {...form.getInputProps('from')}
      />
      <TextInput
        label={names.baseUrl}
        description={words.baseUrlLead}
        type="url"
        {...form.getInputProps('baseUrl')}
      />
    </FormModal>
  );
}
