import { Button, PasswordInput, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useRead } from '../../api/use-api.ts';
import { FormModal } from '../../components/form-modal.tsx';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useSession } from '../../session/session.tsx';
import { accountMessages } from './messages.ts';
import { type FactorProps, useAccountWrite } from './use-account.ts';

export function Password({ account: { hasPassword }, may }: FactorProps) {
  const messages = useMessages(accountMessages);
  const [isOpen, setIsOpen] = useState(false);
  const label = hasPassword ? messages.changePassword : messages.setPassword;
  return (
    <Section
      title={messages.password}
      lead={hasPassword ? messages.hasPassword : messages.hasNoPassword}
      actions={
        <Button variant="default" size="xs" disabled={!may} onClick={() => setIsOpen(true)}>
          {label}
        </Button>
      }
    >
      {isOpen && <Form title={label.replace('…', '').trimEnd()} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

/** Sets the password, and ends the other sessions, which may be a thief's. */
function Form({ title, onClose }: { title: string; onClose(): void }) {
  const messages = useMessages(accountMessages);
  const { loginId } = useSession().administrator;
  const policy = useRead(['password-policy'], (client) => client.password.policy());
  const minLength = policy.data?.minLength ?? 15;
  const form = useForm({
    initialValues: { password: '' },
    validate: {
      password: (password) => ([...password].length < minLength ? messages.passwordLead(minLength) : null),
    },
  });
  const set = useAccountWrite(
    (client, password: string) => client.password.update(loginId, password, true, ''),
    { reportsFailure: false, done: messages.passwordSet, onDone: onClose },
  );
  return (
    <FormModal
      opened
      onClose={onClose}
      title={title}
      action={title}
      isBusy={set.isPending}
      isDirty={form.isDirty()}
      error={set.error}
      form={form}
      onSubmit={form.onSubmit(({ password }) => set.mutate(password))}
    >
      <input type="text" name="username" autoComplete="username" value={loginId} readOnly hidden />
      <PasswordInput
        label={messages.newPassword}
        description={!form.errors['password'] && messages.passwordLead(minLength)}
        withAsterisk
        data-autofocus
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
      <Text size="sm">{messages.passwordEnds}</Text>
    </FormModal>
  );
}
