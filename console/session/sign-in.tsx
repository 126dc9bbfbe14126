import { Button, Divider, PasswordInput, TextInput } from '@mantine/core';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { useWords } from '../words/language.tsx';
import { Card } from './card.tsx';
import { answerPasskey, hasPasskeys } from './passkey.ts';
import { useStep } from './use-step.ts';
import { sessionWords } from './words.ts';

/** The first factor, or a passkey, which is both. `onDone`: the browser has a session now. */
export default function SignIn({ hasEnded, onDone }: { hasEnded: boolean; onDone(): Promise<unknown> }) {
  const words = useWords(sessionWords);
  const { problem, isBusy, run } = useStep(words.wrong);
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
      const begun = await unwrap(administration.webauthn.signIn.start(loginId.trim(), location.origin));
      const answer = await answerPasskey(begun);
      if (!answer) return words.passkeyGivenUp;
      await unwrap(administration.webauthn.signIn.finish(begun.transactionId, answer));
      await onDone();
      return undefined;
    });

  return (
    <Card title={words.signIn} lead={hasEnded ? words.ended : words.signInLead} problem={problem}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void byPassword();
        }}
        style={{ display: 'contents' }}
      >
        <TextInput
          label={words.loginId}
          value={loginId}
          onChange={(event) => setLoginId(event.currentTarget.value)}
          autoComplete="username webauthn"
          name="username"
          autoFocus
          required
          withAsterisk={false}
        />
        <PasswordInput
          label={words.password}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          autoComplete="current-password"
          name="password"
          required
          withAsterisk={false}
        />
        <Button type="submit" loading={isBusy} fullWidth>
          {words.signIn}
        </Button>
      </form>
      {hasPasskeys() && (
        <>
          <Divider label={words.or} />
          <Button
            variant="default"
            leftSection={<Fingerprint size={18} aria-hidden />}
            onClick={() => void byPasskey()}
            disabled={isBusy}
            fullWidth
          >
            {words.withPasskey}
          </Button>
        </>
      )}
    </Card>
  );
}
