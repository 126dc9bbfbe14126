import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useWords } from '../words/language.tsx';
import { useStep } from './use-step.ts';
import { sessionWords } from './words.ts';

/** A code of the authenticator app, which completes the session that has begun. */
export function CodeForm({ loginId, onDone }: CodeFormProps) {
  const words = useWords(sessionWords);
  const { problem, isBusy, run } = useStep(words.wrongCode);
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
        label={words.code}
        description={words.codeLead}
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
        {words.confirm}
      </Button>
    </form>
  );
}

interface CodeFormProps {
  loginId: string;
  onDone(): Promise<unknown>;
}
