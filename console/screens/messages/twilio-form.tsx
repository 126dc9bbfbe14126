import { PasswordInput, TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { useDialogForm } from '../../components/use-dialog-form.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { connectorMessages } from './connector-messages.ts';
import { type ConnectorFormProps, settingOf, withoutEmpty } from './connector-settings.ts';

interface Values extends Record<string, unknown> {
  accountSid: string;
  authToken: string;
  from: string;
  baseUrl: string;
}

export function TwilioForm({ opened, onClose, connector }: ConnectorFormProps) {
  const texts = useMessages(connectorMessages);
  const { save, errors } = useMessages(sharedMessages);
  const { names } = texts;
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
    { changes: [['connectors']], done: texts.saved, reportsFailure: false, onDone: onClose },
  );
  return (
    <FormModal
      opened={opened}
      onClose={() => {
        set.reset();
        onClose();
      }}
      title={texts.setUpTwilio}
      action={save}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={form.onSubmit((values) => set.mutate(values))}
    >
      <TextInput label={names.accountSid} withAsterisk data-autofocus {...form.getInputProps('accountSid')} />
      <PasswordInput
        label={names.authToken}
        autoComplete="new-password"
        {...(connector && { description: texts.keptTwilio })}
        {...form.getInputProps('authToken')}
      />
      <TextInput
        label={names.from}
        description={texts.fromLead}
        withAsterisk
        {...form.getInputProps('from')}
      />
      <TextInput
        label={names.baseUrl}
        description={texts.baseUrlLead}
        type="url"
        {...form.getInputProps('baseUrl')}
      />
    </FormModal>
  );
}
