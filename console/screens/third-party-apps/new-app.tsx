import { Checkbox, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { applicationLengths } from '../../../client/constants.ts';
import { useWrite } from '../../api/use-api.ts';
import { appMessages } from '../../components/applications/messages.ts';
import { FormDrawer } from '../../components/form-drawer.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { CallbackList } from './callback-list.tsx';
import { thirdPartyMessages } from './messages.ts';

interface NewAppProps {
  onClose(): void;
  onCreated(id: string, secret: string): void;
}

export function NewApp({ onClose, onCreated }: NewAppProps) {
  const messages = useMessages(thirdPartyMessages);
  const { name, createdMessage } = useMessages(appMessages);
  const { create, errors } = useMessages(sharedMessages);
  const form = useForm({
    initialValues: { name: '', approvedCallbackUrls: [] as string[], nonConfidentialClient: false },
    validate: { name: (name) => (name.trim() ? null : errors.required) },
  });
  const make = useWrite(
    (client, values: typeof form.values) =>
      client.management.inboundApplication.createApplication({ ...values, name: values.name.trim() }),
    {
      changes: [['third-party-apps']],
      done: (_, { name }) => createdMessage(name.trim()),
      reportsFailure: false,
      onDone: ({ id, cleartext }) => {
        onClose();
        onCreated(id, cleartext);
      },
    },
  );
  return (
    <FormDrawer
      opened
      onClose={onClose}
      title={messages.create}
      action={create}
      isBusy={make.isPending}
      isDirty={form.isDirty()}
      error={make.error}
      form={form}
      onSubmit={form.onSubmit((values) => make.mutate(values))}
    >
      <TextInput
        label={name}
        withAsterisk
        data-autofocus
        maxLength={applicationLengths.name}
        {...form.getInputProps('name')}
      />
      <CallbackList
        urls={form.values.approvedCallbackUrls}
        onChange={(urls) => form.setFieldValue('approvedCallbackUrls', urls)}
      />
      <Checkbox
        label={messages.isPublic}
        {...form.getInputProps('nonConfidentialClient', { type: 'checkbox' })}
      />
    </FormDrawer>
  );
}
