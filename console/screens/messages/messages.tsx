import { loadable } from '../../components/loadable.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { messageScreenMessages } from './messages.ts';
import { Outbox } from './outbox.tsx';

const Templates = loadable(() => import('./templates.tsx'), <Loading />);
const Connectors = loadable(() => import('./connectors.tsx'), <Loading />);
const Notices = loadable(() => import('./notices.tsx'), <Loading />);

const defaults = { tab: 'outbox' };

export default function Messages() {
  const texts = useMessages(messageScreenMessages);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={texts.title} lead={texts.lead}>
      <PageTabs
        label={texts.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          { value: 'outbox', title: texts.tabs.outbox, show: () => <Outbox /> },
          { value: 'templates', title: texts.tabs.templates, show: () => <Templates /> },
          { value: 'connectors', title: texts.tabs.connectors, show: () => <Connectors /> },
          { value: 'notices', title: texts.tabs.notices, show: () => <Notices /> },
        ]}
      />
    </Page>
  );
}
