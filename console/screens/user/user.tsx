import { Button } from '@mantine/core';
import { UserX } from 'lucide-react';
import { useParams } from 'wouter';
import { ApiError } from '../../api/failure.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { useGo } from '../../parts/links.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { useWords } from '../../words/language.tsx';
import { UserPage } from './user-page.tsx';
import { userWords } from './words.ts';

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
  const words = useWords(userWords);
  const go = useGo();
  return (
    <Page title={words.notFound}>
      <EmptyState
        icon={UserX}
        title={words.notFoundTitle(who)}
        lead={words.notFoundLead}
        action={<Button onClick={() => go('users')}>{words.toUsers}</Button>}
      />
    </Page>
  );
}
