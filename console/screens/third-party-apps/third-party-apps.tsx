import { useState } from 'react';
import { appMessages } from '../../components/applications/messages.ts';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { ShownOnce } from '../../components/shown-once.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { AppList } from './app-list.tsx';
import { AppPage } from './app-page.tsx';
import { thirdPartyMessages } from './messages.ts';
import { ProjectSettings } from './project-settings.tsx';
import { defaults } from './view.ts';

export default function ThirdPartyApps() {
  const messages = useMessages(thirdPartyMessages);
  const { appCreatedTitle, clientSecret } = useMessages(appMessages);
  const [{ app, tab }, change] = useUrlState(defaults);
  const [secret, setSecret] = useState<string>();
  const show = {
    apps: () => (
      <AppList
        onCreated={(id, secret) => {
          setSecret(secret || undefined);
          change({ app: id });
        }}
      />
    ),
    settings: () => <ProjectSettings />,
  };
  return (
    <>
      {app ? (
        <AppPage key={app} id={app} />
      ) : (
        <Page title={messages.title} lead={messages.lead}>
          <PageTabs
            label={messages.title}
            value={tab}
            onChange={(tab) => change({ tab, text: '', page: 1 })}
            tabs={(['apps', 'settings'] as const).map((value) => ({
              value,
              title: messages.tabs[value],
              show: show[value],
            }))}
          />
        </Page>
      )}
      <ShownOnce
        title={appCreatedTitle}
        secret={secret}
        what={clientSecret}
        onClose={() => setSecret(undefined)}
      />
    </>
  );
}
