import { Button, Group, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import type { User } from '../../../client/client.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { FormModal } from '../../components/form-modal.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { nameOf } from '../users/user-facts.ts';
import { credentialMessages } from './credential-messages.ts';
import { generatePassword } from './generate-password.ts';
import { useUserWrite } from './use-user-write.ts';

interface PasswordFormProps {
  user: User;
  kind: 'temporary' | 'active';
  opened: boolean;
  onClose(): void;
}

/** Sets a password. The page discards it when the dialog closes. */
export function PasswordForm({ user, kind, opened, onClose }: PasswordFormProps) {
  const messages = useMessages(credentialMessages);
  const { errors } = useMessages(sharedMessages);
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
      reportsFailure: false,
      done: isTemporary ? messages.temporarySet : messages.activeSet,
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
  const title = isTemporary ? messages.setTemporaryTitle : messages.setActiveTitle;
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={title(nameOf(user))}
      action={messages.set}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={form.onSubmit(({ password }) => set.mutate(password))}
    >
      <Text size="sm">{isTemporary ? messages.setTemporaryLead : messages.setActiveLead}</Text>
      <PasswordInput
        label={messages.newPassword}
        withAsterisk
        data-autofocus
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setIsShown}
        visibilityToggleButtonProps={{ 'aria-label': messages.showPassword, tabIndex: 0 }}
        {...form.getInputProps('password')}
      />
      <Group>
        <Button variant="default" size="xs" onClick={generate}>
          {messages.generate}
        </Button>
        {isShown && password && <CopyText text={password} what={messages.thePassword} />}
      </Group>
    </FormModal>
  );
}
