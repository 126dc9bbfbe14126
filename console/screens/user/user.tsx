import { Button } from '@mantine/core';
import { UserX } from 'lucide-react';
import { useParams } from 'wouter';
import { ApiError } from '../../api/failure.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useGo } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { userMessages } from './messages.ts';
import { SignIn } from './sign-in.tsx';
import { UserPage } from './user-page.tsx';

/** Shows a user, found by user ID or login ID. */
export default function UserScreen() {
  const messages = useMessages(userMessages);
  const { userId = '' } = useParams<{ userId: string }>();
  const who = unescaped(userId);
  const user = useRead(['user', who], (client) => client.management.user.load(who));
  if (isNobody(user.error)) return <NoUser who={who} />;
  // Input is kept if a later refetch of the user fails.
  if (user.data) return <UserPage user={user.data} />;
  if (user.error) {
    return (
      <Page title={who} within={[{ title: messages.users, to: 'users' }]}>
        <ErrorNotice error={user.error} retry={() => void user.refetch()} />
      </Page>
    );
  }
  return <Loading />;
}

/** Decodes the ID. The router leaves escaped characters that have a meaning in an address, such as `@`. */
function unescaped(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isNobody(error: unknown): boolean {
  return error instanceof ApiError && error.failure.errorCode === 'E112102';
}

function NoUser({ who }: { who: string }) {
  const messages = useMessages(userMessages);
  const go = useGo();
  return (
    <Page title={messages.notFound} within={[{ title: messages.users, to: 'users' }]}>
      <EmptyState
        icon={UserX}
        title={messages.notFoundTitle(who)}
        lead={messages.notFoundLead}
        action={<Button onClick={() => go('users')}>{messages.toUsers}</Button>}
      />
      <SignIn who={who} />
    </Page>
  );
}
