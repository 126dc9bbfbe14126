import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../client/client.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { profileMessages } from '../../components/users/profile-messages.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useUserWrite } from './use-user-write.ts';

interface LoginIdFormProps {
  user: User;
  /** The login ID to replace. If undefined, the new one is added. */
  loginId?: string;
  opened: boolean;
  onClose(): void;
}

export function LoginIdForm({ user, loginId, opened, onClose }: LoginIdFormProps) {
  const messages = useMessages(profileMessages);
  const { add, errors } = useMessages(sharedMessages);
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() ? null : errors.required) },
  });
  const revert = useUserWrite((client, { from, to }: { from: string; to: string }) =>
    client.management.user.updateLoginId(from, to),
  );
  const save = useUserWrite(
    ({ management }, text: string) =>
      loginId === undefined
        ? management.user.patch({
            loginId: user.userId,
            additionalLoginIds: [...user.loginIds.slice(1), text],
          })
        : management.user.updateLoginId(loginId, text),
    {
      reportsFailure: false,
      done: (_, text) => (loginId === undefined ? messages.added(text) : messages.changed(loginId, text)),
      undo: (_, text) => revert.mutateAsync({ from: text, to: loginId ?? '' }),
      onDone: () => close(),
    },
  );
  const close = () => {
    form.reset();
    save.reset();
    onClose();
  };
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={loginId === undefined ? messages.addLoginId : messages.changeTitle(loginId)}
      action={loginId === undefined ? add : messages.changeAction}
      isBusy={save.isPending}
      isDirty={form.isDirty()}
      error={save.error}
      form={form}
      onSubmit={form.onSubmit(({ text }) => save.mutate(text.trim()))}
    >
      <Text size="sm">{loginId === undefined ? messages.addLead : messages.changeLead}</Text>
      <TextInput
        label={messages.newLoginId}
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('text')}
      />
    </FormModal>
  );
}
