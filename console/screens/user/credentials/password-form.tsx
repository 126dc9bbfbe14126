import { Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../../client/client.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { PasswordField } from '../../../components/users/password-field.tsx';
import { nameOf } from '../../../components/users/user-facts.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useUserWrite } from '../use-user-write.ts';

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
    onClose();
  };
  const title = isTemporary ? messages.setTemporaryTitle : messages.setActiveTitle;
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={title(nameOf(user))}
      action={messages.set}
      isBusy={set.isPending}
      isDirty={form.isDirty()}
      error={set.error}
      form={form}
      onSubmit={form.onSubmit(({ password }) => set.mutate(password))}
    >
      <Text size="sm">{isTemporary ? messages.setTemporaryLead : messages.setActiveLead}</Text>
      <PasswordField
        label={messages.newPassword}
        tenantIds={user.userTenants.map(({ tenantId }) => tenantId)}
        field={form.getInputProps('password')}
        isRequired
      />
    </FormModal>
  );
}
