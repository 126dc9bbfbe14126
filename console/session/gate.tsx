import { Button } from '@mantine/core';
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ConsoleLoadAnswer } from '../../client/client.ts';
import { administration } from '../api/client.ts';
import { isSignedOut, unwrap } from '../api/failure.ts';
import { ErrorNotice } from '../components/error-notice.tsx';
import { loadable } from '../components/loadable.tsx';
import { Loading } from '../components/loading.tsx';
import { hasUnsaved } from '../components/unsaved.ts';
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
 * they wanted to go. When the session ends, a page with unsaved changes stays behind the sign-in, hidden, for the same
 * administrator.
 */
export function SessionGate({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [last, setLast] = useState<ConsoleLoadAnswer>();
  const session = useQuery({
    queryKey: sessionKey,
    queryFn: () => unwrap(administration.console.load('')),
    retry: false,
  });
  const { data } = session;
  const isOut = isSignedOut(session.error);
  const isIn = !isOut && data?.isComplete === true;
  if (isIn && data !== last) setLast(data);
  useKeepAlive(isIn);

  const reload = async () => {
    const next = await unwrap(administration.console.load(''));
    const isSame = next.administrator.userId === last?.administrator.userId;
    const isOther = ({ queryKey }: Query) => queryKey[0] !== sessionKey[0];
    if (!isSame) queries.removeQueries({ predicate: isOther });
    queries.setQueryData(sessionKey, next);
    if (isSame && next.isComplete) await queries.invalidateQueries({ predicate: isOther });
  };

  if (session.isPending) return <Loading height="100vh" />;
  const shown = isIn ? data : hasUnsaved() ? last : undefined;
  return (
    <>
      {shown && (
        <div key={shown.administrator.userId} style={{ display: isIn ? 'contents' : 'none' }}>
          <SessionProvider session={shown}>{children}</SessionProvider>
        </div>
      )}
      {!isIn && (
        <div className="door">
          <Door
            session={isOut ? undefined : data}
            hasEnded={last !== undefined}
            error={isOut || data ? undefined : session.error}
            reload={reload}
          />
        </div>
      )}
    </>
  );
}

interface DoorProps {
  /** Undefined if nobody has signed in yet. */
  session: ConsoleLoadAnswer | undefined;
  hasEnded: boolean;
  /** The error that kept the session from loading. */
  error: unknown;
  reload(): Promise<unknown>;
}

/** Shows the next step of the sign-in in place of the console. */
function Door({ session, hasEnded, error, reload }: DoorProps) {
  const messages = useMessages(sessionMessages);
  const queries = useQueryClient();
  if (error) {
    const retry = () => void queries.invalidateQueries({ queryKey: sessionKey });
    return (
      <Card title="Latchkey">
        <ErrorNotice error={error} retry={retry} />
      </Card>
    );
  }
  if (!session) return <SignIn hasEnded={hasEnded} onDone={reload} />;
  const { hasPassword, hasTotp, awaitsRecoveryCode } = session;
  if (!hasPassword || !(hasTotp || awaitsRecoveryCode)) return <Enrol session={session} onDone={reload} />;
  const signOut = async () => {
    await administration.logout('');
    await queries.invalidateQueries({ queryKey: sessionKey });
  };
  return (
    <Card title={messages.signIn}>
      <SecondFactor
        loginId={session.administrator.loginId}
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
