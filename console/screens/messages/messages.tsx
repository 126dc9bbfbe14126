import { loadable } from '../../parts/loadable.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useWords } from '../../words/language.tsx';
import { Outbox } from './outbox.tsx';
import { messageWords } from './words.ts';

const Templates = loadable(() => import('./templates.tsx'), <Loading />);
const Connectors = loadable(() => import('./connectors.tsx'), <Loading />);

const defaults = { tab: 'outbox' };

export default function Messages() {
  const words = useWords(messageWords);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={words.title} lead={words.lead}>
      <PageTabs
        label={words.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          { value: 'outbox', title: words.tabs.outbox, show: () => <Outbox /> },
          { value: 'templates', title: words.tabs.templates, show: () => <Templates /> },
          { value: 'connectors', title: words.tabs.connectors, show: () => <Connectors /> },
        ]}
      />
    </Page>
  );
}
