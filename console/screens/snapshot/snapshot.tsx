import { loadable } from '../../components/loadable.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { ExportSnapshot } from './export-snapshot.tsx';
import { snapshotMessages } from './messages.ts';

const ImportSnapshot = loadable(() => import('./import-snapshot.tsx'), <Loading />);

const defaults = { tab: 'export' };

export default function Snapshot() {
  const messages = useMessages(snapshotMessages);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <PageTabs
        label={messages.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          { value: 'export', title: messages.tabs.export, show: () => <ExportSnapshot /> },
          { value: 'import', title: messages.tabs.import, show: () => <ImportSnapshot /> },
        ]}
      />
    </Page>
  );
}
