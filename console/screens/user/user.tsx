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
import { UserPage } from './user-page.tsx';

/** One user, by user ID or login ID. */
export default function UserScreen() {
  const { userId = '' } = useParams<{ userId: string }>();
  const who = unescaped(userId);
  const user = useRead(['user', who], (client) => client.management.user.load(who));
  if (isNobody(user.error)) return <NoUser who={who} />;
  // What is typed here stays when the user could not be asked for once more.
  if (user.data) return <UserPage user={user.data} />;
  if (user.error) {
    return (
      <Page title={who}>
        <ErrorNotice error={user.error} retry={() => void user.refetch()} />
      </Page>
    );
  }
  return <Loading />;
}

/** The router leaves the escapes of characters that mean something in an address, such as `@`. */
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
    <Page title={messages.notFound}>
      <EmptyState
        icon={UserX}
        title={messages.notFoundTitle(who)}
        lead={messages.notFoundLead}
        action={<Button onClick={() => go('users')}>{messages.toUsers}</Button>}
      />
    </Page>
  );
}
