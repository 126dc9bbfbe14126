import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { FormModal } from '../../parts/form-modal.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { credentialWords } from './credentials-words.ts';
import { generatePassword } from './generate-password.ts';
import { useUserWrite } from './use-user-write.ts';

interface PasswordFormProps {
  user: User;
  kind: 'temporary' | 'active';
  opened: boolean;
  onClose(): void;
}

/** Sets a password, which is not kept in the page when the dialog is closed. */
export function PasswordForm({ user, kind, opened, onClose }: PasswordFormProps) {
  const words = useWords(credentialWords);
  const { errors } = useWords(everywhere);
  const isTemporary = kind === 'temporary';
  const [isShown, setIsShown] = useState(false);
  const form = useForm({
    initialValues: { password: '' },
    validate: { password: (password) => (password ? null : errors.required) },
  });
  const set = useUserWrite(
    ({ management: { user: users } }, password: string) =>
      isTemporary
        ? users.setTemporaryPassword(user.userId, password)
        : users.setActivePassword(user.userId, password),
    {
      tellsFailure: false,
      done: isTemporary ? words.temporarySet : words.activeSet,
      onDone: () => close(),
    },
  );
  const close = () => {
    form.reset();
    set.reset();
    setIsShown(false);
    onClose();
  };
  const generate = () => {
    set.reset();
    form.setFieldValue('password', generatePassword());
    setIsShown(true);
  };
  const { password } = form.values;
  const title = isTemporary ? words.setTemporaryTitle : words.setActiveTitle;
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={title(nameOf(user))}
      action={words.set}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={form.onSubmit(({ password }) => set.mutate(password))}
    >
      <Text size="sm">{isTemporary ? words.setTemporaryLead : words.setActiveLead}</Text>
      <PasswordInput
        label={words.newPassword}
        withAsterisk
        data-autofocus
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{ 'aria-label': words.showPassword, tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <Group>
        <Button variant="default" size="xs" onClick={generate}>
          {words.generate}
        </Button>
        {isShown && password && <CopyText text={password} what={words.thePassword} />}
      </Group>
    </FormModal>
  );
}
