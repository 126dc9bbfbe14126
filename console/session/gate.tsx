import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { administration } from '../api/client.ts';
import { isSignedOut, unwrap } from '../api/failure.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { loadable } from '../components/loadable.tsx';
import { Loading } from '../components/loading.tsx';
import { useMessages } from '../i18n/language.tsx';
import { Card } from './card.tsx';
import { sessionMessages } from './messages.ts';
import { SecondFactor } from './second-factor.tsx';
import { SessionProvider } from './session.tsx';
import { useKeepAlive } from './use-keep-alive.ts';

const SignIn = loadable(() => import('./sign-in.tsx'), <Loading height="100vh" />);
const Enrol = loadable(() => import('./enrol.tsx'), <Loading height="100vh" />);

export const sessionKey = ['session'] as const;

/**
 * Renders its children only in a session with two factors. The address is kept, so that administrators arrive where
 * they wanted to go.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const messages = useMessages(sessionMessages);
  const queries = useQueryClient();
  const wasIn = useRef(false);
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: () => unwrap(administration.console.load('')),
    retry: false,
  });
  const reload = async () => {
    queries.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] });
    await session.refetch();
  };
  const isOut = isSignedOut(session.error);
  const isIn = !isOut && session.data?.isComplete === true;
  useEffect(() => {
    if (isIn) wasIn.current = true;
  }, [isIn]);
  useKeepAlive(isIn);

  if (session.isPending) return <Loading height="100vh" />;
  if (isOut) return <SignIn hasEnded={wasIn.current} onDone={reload} />;
  const { data } = session;
  // A page that is already open stays open if a later check of the session gets no response.
  if (!data) {
    return (
      <Card title="Latchkey">
        <ErrorNotice error={session.error} retry={() => void session.refetch()} />
      </Card>
    );
  }
  if (data.isComplete) return <SessionProvider session={data}>{children}</SessionProvider>;
  const signOut = async () => {
    await administration.logout('');
    await reload();
  };
  const { hasPassword, hasTotp, awaitsRecoveryCode } = data;
  if (!hasPassword || !(hasTotp || awaitsRecoveryCode)) return <Enrol session={data} onDone={reload} />;
  return (
    <Card title={messages.signIn}>
      <SecondFactor
        loginId={data.administrator.loginId}
        onDone={reload}
        hasApp={hasTotp}
        hasRecoveryCodes={awaitsRecoveryCode}
      />
      <Button variant="subtle" onClick={() => void signOut()}>
        {messages.other}
      </Button>
    </Card>
  );
}
