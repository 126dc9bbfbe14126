import { Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { User } from '../../../../client/client.ts';
import { FormModal } from '../../../components/form-modal.tsx';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { sharedMessages } from '../../../i18n/shared-messages.ts';
import { useUserWrite } from '../use-user-write.ts';

interface MoveIdentityProps {
  user: User;
  identityId: string;
  name: string;
  opened: boolean;
  onClose(): void;
}

/** Asks for the user to whom the account goes. */
export function MoveIdentity({ user, identityId, name, opened, onClose }: MoveIdentityProps) {
  const messages = useMessages(credentialMessages);
  const { errors } = useMessages(sharedMessages);
  const form = useForm({
    initialValues: { to: '' },
    validate: { to: (to) => (to.trim() ? null : errors.required) },
  });
  const move = useUserWrite(
    ({ management }, to: string) => management.user.moveIdentity(user.userId, identityId, to),
    { reportsFailure: false, done: (_, to) => messages.accountMoved(to), onDone: () => close() },
  );
  const close = () => {
    form.reset();
    move.reset();
    onClose();
  };
  return (
    <FormModal
      opened={opened}
      onClose={close}
      title={messages.moveAccountTitle(name)}
      action={messages.moveAccountAction}
      isBusy={move.isPending}
      isDirty={form.isDirty()}
      error={move.error}
      form={form}
      onSubmit={form.onSubmit(({ to }) => move.mutate(to.trim()))}
    >
      <Text size="sm">{messages.moveAccountLead}</Text>
      <TextInput
        label={messages.moveAccountTo}
        withAsterisk
        data-autofocus
        autoComplete="off"
        {...form.getInputProps('to')}
      />
    </FormModal>
  );
}
