import type { User } from '../../../client/client.ts';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useWords } from '../../words/language.tsx';
import { nameOf } from '../users/user-facts.ts';
import { Access } from './access.tsx';
import { Audit } from './audit.tsx';
import { Credentials } from './credentials.tsx';
import { UserHeader } from './header.tsx';
import { History } from './history.tsx';
import { Profile } from './profile.tsx';
import { Sessions } from './sessions.tsx';
import { UserActions } from './user-actions.tsx';
import { userWords } from './words.ts';

/** `page` and `event` (the ID of the one whose details are open) are those of the open tab. */
const defaults = { tab: 'profile', page: 1, event: '' };

/** Each tab asks for what it shows when it is opened. */
export function UserPage({ user }: { user: User }) {
  const words = useWords(userWords);
  const [view, change] = useUrlState(defaults);
  const { userId } = user;
  const paging = { page: Math.max(1, Math.floor(view.page)), onPage: (page: number) => change({ page }) };
  const events = { event: view.event, onEvent: (event: string) => change({ event }) };
  return (
    <Page title={nameOf(user)} actions={<UserActions user={user} />}>
      <UserHeader user={user} />
      <PageTabs
        label={words.tabs}
        value={view.tab}
        onChange={(tab) => change({ ...defaults, tab })}
        tabs={[
          { value: 'profile', title: words.profile, show: () => <Profile user={user} /> },
          { value: 'access', title: words.access, show: () => <Access user={user} /> },
          { value: 'credentials', title: words.credentials, show: () => <Credentials user={user} /> },
          { value: 'sessions', title: words.sessions, show: () => <Sessions user={user} /> },
          { value: 'history', title: words.history, show: () => <History userId={userId} {...paging} /> },
          {
            value: 'audit',
            title: words.audit,
            show: () => <Audit userId={userId} {...paging} {...events} />,
          },
        ]}
      />
    </Page>
  );
}
