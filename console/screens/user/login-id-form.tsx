import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../client/client.ts';
import { FormModal } from '../../parts/form-modal.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { profileWords } from './profile-words.ts';
import { useUserWrite } from './use-user-write.ts';

interface LoginIdFormProps {
  user: User;
  /** In whose place the new one comes; absent: it comes beside the others. */
  loginId?: string;
  opened: boolean;
  onClose(): void;
}

export function LoginIdForm({ user, loginId, opened, onClose }: LoginIdFormProps) {
  const words = useWords(profileWords);
  const { add, errors } = useWords(everywhere);
  const form = useForm({
    initialValues: { text: '' },
    validate: { text: (text) => (text.trim() ? null : errors.required) },
  });
  const takeBack = useUserWrite((client, { from, to }: { from: string; to: string }) =>
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
      tellsFailure: false,
      done: (_, text) => (loginId === undefined ? words.added(text) : words.changed(loginId, text)),
      undo: (_, text) => takeBack.mutateAsync({ from: text, to: loginId ?? '' }),
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
      title={loginId === undefined ? words.addLoginId : words.changeTitle(loginId)}
      action={loginId === undefined ? add : words.changeAction}
      isBusy={save.isPending}
      error={save.error}
      onSubmit={form.onSubmit(({ text }) => save.mutate(text.trim()))}
    >
      <Text size="sm">{loginId === undefined ? words.addLead : words.changeLead}</Text>
      <TextInput
        label={words.newLoginId}
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('text')}
      />
    </FormModal>
  );
}
