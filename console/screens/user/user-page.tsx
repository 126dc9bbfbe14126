import type { User } from '../../../client/client.ts';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { RecordColumns } from '../../components/record-summary.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { nameOf } from '../../components/users/user-facts.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Access } from './access.tsx';
import { Audit } from './audit.tsx';
import { Credentials } from './credentials/credentials.tsx';
import { History } from './history.tsx';
import { userMessages } from './messages.ts';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { SignIn } from './sign-in.tsx';
import { UserSummary } from './summary.tsx';
import { UserActions } from './user-actions.tsx';

/** `page` and `event`, the ID of the event whose details are open, belong to the open tab. */
const defaults = { tab: 'profile', page: 1, event: '' };

/** Each tab fetches its data when it is opened. */
export function UserPage({ user }: { user: User }) {
  const messages = useMessages(userMessages);
  const [view, change] = useUrlState(defaults);
  const { userId } = user;
  const paging = { page: Math.max(1, Math.floor(view.page)), onPage: (page: number) => change({ page }) };
  const events = { event: view.event, onEvent: (event: string) => change({ event }) };
  return (
    <Page
      title={nameOf(user)}
      within={[{ title: messages.users, to: 'users' }]}
      actions={<UserActions user={user} />}
    >
      <RecordColumns summary={<UserSummary user={user} />}>
        <PageTabs
          label={messages.tabs}
          value={view.tab}
          onChange={(tab) => change({ ...defaults, tab })}
          tabs={[
            { value: 'profile', title: messages.profile, show: () => <Profile user={user} /> },
            { value: 'access', title: messages.access, show: () => <Access user={user} /> },
            { value: 'credentials', title: messages.credentials, show: () => <Credentials user={user} /> },
            { value: 'sign-in', title: messages.signIn, show: () => <SignIn who={userId} /> },
            { value: 'sessions', title: messages.sessions, show: () => <Sessions user={user} /> },
            {
              value: 'history',
              title: messages.history,
              show: () => <History userId={userId} {...paging} />,
            },
            {
              value: 'audit',
              title: messages.audit,
              show: () => <Audit userId={userId} {...paging} {...events} />,
            },
          ]}
        />
      </RecordColumns>
    </Page>
  );
}
