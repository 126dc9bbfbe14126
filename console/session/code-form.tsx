import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useMessages } from '../i18n/language.tsx';
import { sessionMessages } from './messages.ts';
import { useStep } from './use-step.ts';

/** Asks for a code from the authenticator app, which completes the session. */
export function CodeForm({ loginId, onDone }: CodeFormProps) {
  const messages = useMessages(sessionMessages);
  const { problem, isBusy, run } = useStep(messages.wrongCode);
  const [code, setCode] = useState('');
  const verify = () =>
    run(async () => {
      await unwrap(administration.totp.verify(loginId, code.replaceAll(/\s/g, ''), { mfa: true }));
      await onDone();
      return undefined;
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
      style={{ display: 'contents' }}
    >
      <TextInput
        label={messages.code}
        description={messages.codeLead}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="[0-9 ]*"
        maxLength={8}
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={isBusy} fullWidth>
        {messages.confirm}
      </Button>
    </form>
  );
}

interface CodeFormProps {
  loginId: string;
  onDone(): Promise<unknown>;
}
