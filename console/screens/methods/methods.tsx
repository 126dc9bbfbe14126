import type { ComponentType } from 'react';
import type { ProjectSettings } from '../../../client/client.ts';
import { ScreenLink } from '../../components/links.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { WithSettings } from '../../components/with-settings.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { methodMessages } from './messages.ts';
import { Passkeys } from './passkeys.tsx';
import { Passwords } from './passwords.tsx';
import { SignInPage } from './sign-in-page.tsx';

const defaults = { tab: 'page' };

const tabs: Record<'page' | 'passwords' | 'passkeys', ComponentType<{ settings: ProjectSettings }>> = {
  page: SignInPage,
  passwords: Passwords,
  passkeys: Passkeys,
};

export default function Methods() {
  const messages = useMessages(methodMessages);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page
      title={messages.title}
      lead={
        <>
          {messages.lead}{' '}
          <ScreenLink to="flows" underline="always">
            {messages.toFlows}
          </ScreenLink>
        </>
      }
    >
      <PageTabs
        label={messages.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={(['page', 'passwords', 'passkeys'] as const).map((value) => {
          const Tab = tabs[value];
          return {
            value,
            title: messages.tabs[value],
            show: () => <WithSettings>{(settings) => <Tab settings={settings} />}</WithSettings>,
          };
        })}
      />
    </Page>
  );
}
