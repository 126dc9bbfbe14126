import { Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useMessages } from '../i18n/language.tsx';
import { Card } from './card.tsx';
import { sessionMessages } from './messages.ts';
import { answerPasskey, hasPasskeys } from './passkey.ts';
import { useStep } from './use-step.ts';

/**
 * Asks for the password as the first factor, or for a passkey, which counts as both. Calls `onDone` once the browser
 * has a session.
 */
export default function SignIn({ hasEnded, onDone }: { hasEnded: boolean; onDone(): Promise<unknown> }) {
  const messages = useMessages(sessionMessages);
  const { problem, isBusy, run } = useStep(messages.wrong);
  const [loginId, setLoginId] = useState('');
  const [password, setPassword] = useState('');

  const byPassword = () =>
    run(async () => {
      await unwrap(administration.password.signIn(loginId.trim(), password));
      await onDone();
      return undefined;
    });
  const byPasskey = () =>
    run(async () => {
      const started = await unwrap(administration.webauthn.signIn.start(loginId.trim(), location.origin));
      const answer = await answerPasskey(started);
      if (!answer) return messages.passkeyGivenUp;
      await unwrap(administration.webauthn.signIn.finish(started.transactionId, answer));
      await onDone();
      return undefined;
    });

  return (
    <Card title={messages.signIn} lead={hasEnded ? messages.ended : messages.signInLead} problem={problem}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void byPassword();
        }}
        style={{ display: 'contents' }}
      >
        <TextInput
          label={messages.loginId}
          value={loginId}
          onChange={(event) => setLoginId(event.currentTarget.value)}
          autoComplete="username webauthn"
          name="username"
          autoFocus
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={messages.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          name="password"
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {messages.signIn}
        </Button>
      </form>
      {hasPasskeys() && (
        <>
          <Divider label={messages.or} />
          <Button
            variant="default"
            leftSection={<Fingerprint size={18} aria-hidden />}
            onClick={() => void byPasskey()}
            disabled={isBusy}
            fullWidth
          >
            {messages.withPasskey}
          </Button>
        </>
      )}
    </Card>
  );
}
