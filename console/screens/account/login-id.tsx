import { Button, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { FormModal } from '../../components/form-modal.tsx';
import { Section } from '../../components/users/section.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { sessionKey } from '../../session/gate.tsx';
import { useSession } from '../../session/session.tsx';
import { accountMessages } from './messages.ts';
import { useAccountWrite } from './use-account.ts';

/** The name by which the administrator signs in. */
export function LoginId({ may }: { may: boolean }) {
  const messages = useMessages(accountMessages);
  const { loginId } = useSession().administrator;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Section
      title={messages.loginId}
      lead={loginId}
      actions={
        <Button variant="default" size="xs" disabled={!may} onClick={() => setIsOpen(true)}>
          {messages.changeLoginId}…
        </Button>
      }
    >
      {isOpen && <Form loginId={loginId} onClose={() => setIsOpen(false)} />}
    </Section>
  );
}

function Form({ loginId, onClose }: { loginId: string; onClose(): void }) {
  const messages = useMessages(accountMessages);
  const { errors } = useMessages(sharedMessages);
  const queries = useQueryClient();
  const form = useForm({
    initialValues: { loginId },
    validate: { loginId: (text) => (text.trim() ? null : errors.required) },
  });
  const change = useAccountWrite((client, loginId: string) => client.console.changeLoginId(loginId, ''), {
    reportsFailure: false,
    done: messages.loginIdChanged,
    onDone: () => {
      onClose();
      void queries.invalidateQueries({ queryKey: sessionKey });
    },
  });
  return (
    <FormModal
      opened
      onClose={onClose}
      title={messages.changeLoginId}
      action={messages.changeLoginId}
      isBusy={change.isPending}
      isDirty={form.isDirty()}
      error={change.error}
      form={form}
      onSubmit={form.onSubmit(({ loginId }) => change.mutate(loginId.trim()))}
    >
      <TextInput
        label={messages.newLoginId}
        withAsterisk
        data-autofocus
        autoComplete="username"
        maxLength={255}
        {...form.getInputProps('loginId')}
      />
      <Text size="sm">{messages.loginIdEnds}</Text>
    </FormModal>
  );
}
