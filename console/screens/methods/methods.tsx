import type { ReactNode } from 'react';
import type { ProjectSettings } from '../../../client/client.ts';
import { useProjectSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { Limits } from './limits.tsx';
import { methodMessages } from './messages.ts';
import { Passkeys } from './passkeys.tsx';
import { Passwords } from './passwords.tsx';
import { Policies } from './policy/policy.tsx';
import { SignInPage } from './sign-in-page.tsx';

const defaults = { tab: 'page' };

export default function Methods() {
  const messages = useMessages(methodMessages);
  const [{ tab }, change] = useUrlState(defaults);
  const { data, error, refetch } = useProjectSettings();
  const withSettings = (show: (settings: ProjectSettings) => ReactNode) => () => {
    if (error) return <ErrorNotice error={error} retry={refetch} />;
    return data ? show(data) : <Loading />;
  };
  return (
    <Page title={messages.title} lead={messages.lead}>
      <PageTabs
        label={messages.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          {
            value: 'page',
            title: messages.tabs.page,
            show: withSettings((settings) => <SignInPage settings={settings} />),
          },
          { value: 'policy', title: messages.tabs.policy, show: () => <Policies /> },
          {
            value: 'passwords',
            title: messages.tabs.passwords,
            show: withSettings((settings) => <Passwords settings={settings} />),
          },
          {
            value: 'passkeys',
            title: messages.tabs.passkeys,
            show: withSettings((settings) => <Passkeys settings={settings} />),
          },
          {
            value: 'limits',
            title: messages.tabs.limits,
            show: withSettings((settings) => <Limits settings={settings} />),
          },
        ]}
      />
    </Page>
  );
}
