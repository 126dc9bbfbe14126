import { Button, Center, Divider, Image, PasswordInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fingerprint } from 'lucide-react';
import { useState } from 'react';
import type { ConsoleLoadAnswer, TotpEnrolment } from '../../client/client.ts';
import { administration } from '../api/client.ts';
import { unwrap } from '../api/failure.ts';
import { CopyText } from '../components/copy-text.tsx';
import { useMessages } from '../i18n/language.tsx';
import { Card } from './card.tsx';
import { CodeForm } from './code-form.tsx';
import { sessionMessages } from './messages.ts';
import { answerPasskey, hasPasskeys } from './passkey.ts';
import { useStep } from './use-step.ts';

/** Sets up the sign-in factors of an administrator who arrived through a link. */
export default function Enrol({
  session,
  onDone,
}: {
  session: ConsoleLoadAnswer;
  onDone(): Promise<unknown>;
}) {
  const messages = useMessages(sessionMessages);
  const { loginId, name } = session.administrator;
  const [way, setWay] = useState<'choose' | 'passkey' | 'totp'>('choose');
  const [enrolment, setEnrolment] = useState<TotpEnrolment>();
  const passkey = useStep();
  const signInByPasskey = () =>
    passkey.run(async () => {
      const started = await unwrap(administration.webauthn.signIn.start(loginId, location.origin));
      const answer = await answerPasskey(started);
      if (!answer) return messages.passkeyGivenUp;
      await unwrap(administration.webauthn.signIn.finish(started.transactionId, answer));
      await onDone();
      return undefined;
    });
  const createPasskey = () =>
    passkey.run(async () => {
      const started = await unwrap(
        administration.webauthn.update.start(
          loginId,
          location.origin,
          { authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' } },
          false,
          '',
        ),
      );
      const answer = await answerPasskey(started);
      if (!answer) return messages.passkeyGivenUp;
      await unwrap(administration.webauthn.update.finish(started.transactionId, answer));
      setWay('passkey');
      return undefined;
    });

  if (enrolment) {
    return (
      <Card title={messages.useTotp} lead={messages.scan}>
        <Center>
          <Image
            src={`data:image/png;base64,${enrolment.image}`}
            alt={messages.qr}
            w={200}
            h={200}
            radius="sm"
            style={{ imageRendering: 'pixelated', background: 'white' }}
          />
        </Center>
        <CopyText text={enrolment.key} what={messages.key} />
        <CodeForm loginId={loginId} onDone={onDone} />
      </Card>
    );
  }
  return (
    <Card title={messages.enrolTitle} lead={messages.enrolLead(name || loginId)} problem={passkey.problem}>
      {way === 'passkey' && (
        <>
          <Text size="sm">{messages.passkeyCreated}</Text>
          <Button onClick={() => void signInByPasskey()} loading={passkey.isBusy}>
            {messages.usePasskey}
          </Button>
        </>
      )}
      {way === 'choose' && hasPasskeys() && (
        <>
          <Button
            leftSection={<Fingerprint size={18} aria-hidden />}
            onClick={() => void createPasskey()}
            loading={passkey.isBusy}
          >
            {messages.createPasskey}
          </Button>
          <Text size="xs" c="dimmed">
            {messages.createPasskeyLead}
          </Text>
          <Divider label={messages.or} />
        </>
      )}
      {way === 'choose' && (
        <Button variant="default" onClick={() => setWay('totp')}>
          {messages.useTotp}
        </Button>
      )}
      {way === 'totp' && <PasswordForm loginId={loginId} onDone={setEnrolment} />}
    </Card>
  );
}

function PasswordForm({ loginId, onDone }: { loginId: string; onDone(enrolment: TotpEnrolment): void }) {
  const messages = useMessages(sessionMessages);
  const { problem, isBusy, run } = useStep();
  const [password, setPassword] = useState('');
  const policy = useQuery({
    queryKey: ['password-policy'],
    queryFn: () => unwrap(administration.password.policy()),
  });
  const minLength = policy.data?.minLength ?? 15;
  const lead = messages.newPasswordLead(minLength);
  const save = () =>
    run(async () => {
      // This message is in the page's language. The server reports all other problems.
      if ([...password].length < minLength) return lead;
      await unwrap(administration.password.update(loginId, password, false, ''));
      onDone(await unwrap(administration.totp.update(loginId, '')));
      return undefined;
    });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      style={{ display: 'contents' }}
    >
      <input type="text" name="username" autoComplete="username" value={loginId} readOnly hidden />
      <PasswordInput
        label={messages.newPassword}
        description={problem !== lead && lead}
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={problem}
        autoComplete="new-password"
        autoFocus
        required
        withAsterisk={false}
      />
      <Button type="submit" loading={isBusy}>
        {messages.confirm}
      </Button>
    </form>
  );
}
