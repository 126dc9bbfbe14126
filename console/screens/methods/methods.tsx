import type { ReactNode } from 'react';
import type { ProjectSettings } from '../../../client/client.ts';
import { useProjectSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useWords } from '../../words/language.tsx';
import { Limits } from './limits.tsx';
import { Passkeys } from './passkeys.tsx';
import { Passwords } from './passwords.tsx';
import { SignInPage } from './sign-in-page.tsx';
import { methodWords } from './words.ts';

const defaults = { tab: 'page' };

export default function Methods() {
  const words = useWords(methodWords);
  const [{ tab }, change] = useUrlState(defaults);
  const { data, error, refetch } = useProjectSettings();
  const withSettings = (show: (settings: ProjectSettings) => ReactNode) => () => {
    if (error) return <ErrorNotice error={error} retry={refetch} />;
    return data ? show(data) : <Loading />;
  };
  return (
    <Page title={words.title} lead={words.lead}>
      <PageTabs
        label={words.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          {
            value: 'page',
            title: words.tabs.page,
            show: withSettings((settings) => <SignInPage settings={settings} />),
          },
          {
            value: 'passwords',
            title: words.tabs.passwords,
            show: withSettings((settings) => <Passwords settings={settings} />),
          },
          {
            value: 'passkeys',
            title: words.tabs.passkeys,
            show: withSettings((settings) => <Passkeys settings={settings} />),
          },
          {
            value: 'limits',
            title: words.tabs.limits,
            show: withSettings((settings) => <Limits settings={settings} />),
          },
        ]}
      />
    </Page>
  );
}
