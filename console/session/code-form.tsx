import { Button, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useMessages } from '../i18n/language.tsx';
import { sessionMessages } from './messages.ts';
import { useStep } from './use-step.ts';

/** Asks for a code that completes the session: of the authenticator app, or a recovery code. */
export function CodeForm({ loginId, kind = 'authenticatorCode', onDone }: CodeFormProps) {
  const messages = useMessages(sessionMessages);
  const { problem, isBusy, run } = useStep(messages.wrongCode);
  const [code, setCode] = useState('');
  const isOfApp = kind === 'authenticatorCode';
  const verify = () =>
    run(async () => {
      const factor = isOfApp
        ? administration.totp.verify(loginId, code.replaceAll(/\s/g, ''), { mfa: true })
        : administration.recoveryCodes.signIn(loginId, code, { mfa: true });
      await unwrap(factor);
      await onDone();
      return undefined;
    });
  const appCode: TextInputProps = {
    label: messages.code,
    description: messages.codeLead,
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    pattern: '[0-9 ]*',
    maxLength: 8,
  };
  const recoveryCode: TextInputProps = {
    label: messages.recoveryCode,
    description: messages.recoveryCodeLead,
    autoComplete: 'off',
    maxLength: 64,
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void verify();
      }}
      style={{ display: 'contents' }}
    >
      <TextInput
        {...(isOfApp ? appCode : recoveryCode)}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        error={problem}
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

export interface CodeFormProps {
  loginId: string;
  kind?: 'authenticatorCode' | 'recoveryCode';
  onDone(): Promise<unknown>;
}
