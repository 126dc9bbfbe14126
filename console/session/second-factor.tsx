import { Button } from '@mantine/core';
import { useState } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { CodeForm, type CodeFormProps } from './code-form.tsx';
import { sessionMessages } from './messages.ts';

/** Asks for the second factor after the password: a code from the app, or one of the recovery codes. */
export function SecondFactor({ hasApp, hasRecoveryCodes, ...form }: SecondFactorProps) {
  const messages = useMessages(sessionMessages);
  const [byRecoveryCode, setByRecoveryCode] = useState(!hasApp);
  return (
    <>
      {/* A key each, because what was typed for one is nothing for the other. */}
      <CodeForm
        {...form}
        key={String(byRecoveryCode)}
        kind={byRecoveryCode ? 'recoveryCode' : 'authenticatorCode'}
      />
      {hasApp && hasRecoveryCodes && (
        <Button variant="subtle" onClick={() => setByRecoveryCode(!byRecoveryCode)}>
          {byRecoveryCode ? messages.useApp : messages.useRecoveryCode}
        </Button>
      )}
    </>
  );
}

interface SecondFactorProps extends Omit<CodeFormProps, 'kind'> {
  hasApp: boolean;
  hasRecoveryCodes: boolean;
}
