import { loadable } from '../../parts/loadable.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useWords } from '../../words/language.tsx';
import { ExportSnapshot } from './export-snapshot.tsx';
import { snapshotWords } from './words.ts';

const ImportSnapshot = loadable(() => import('./import-snapshot.tsx'), <Loading />);

const defaults = { tab: 'export' };

export default function Snapshot() {
  const words = useWords(snapshotWords);
  const [{ tab }, change] = useUrlState(defaults);
  return (
    <Page title={words.title} lead={words.lead}>
      <PageTabs
        label={words.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={[
          { value: 'export', title: words.tabs.export, show: () => <ExportSnapshot /> },
          { value: 'import', title: words.tabs.import, show: () => <ImportSnapshot /> },
        ]}
      />
    </Page>
  );
}
