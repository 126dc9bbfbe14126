import { useProjectSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { PageTabs } from '../../parts/page-tabs.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useWords } from '../../words/language.tsx';
import { Addresses } from './addresses.tsx';
import { General } from './general.tsx';
import { Impersonation } from './impersonation.tsx';
import { Invitations } from './invitations.tsx';
import { SigningKeys } from './signing-keys.tsx';
import { Tokens } from './tokens.tsx';
import { settingsWords } from './words.ts';

const defaults = { tab: 'general' };

export default function Settings() {
  const words = useWords(settingsWords);
  const [{ tab }, change] = useUrlState(defaults);
  const { data, error, refetch } = useProjectSettings();
  const show = () => {
    if (error) return <ErrorNotice error={error} retry={refetch} />;
    if (!data) return <Loading />;
    switch (tab) {
      case 'addresses':
        return <Addresses settings={data} />;
      case 'tokens':
        return <Tokens settings={data} />;
      case 'invitations':
        return <Invitations settings={data} />;
      case 'impersonation':
        return <Impersonation settings={data} />;
      case 'keys':
        return <SigningKeys settings={data} />;
      default:
        return <General settings={data} />;
    }
  };
  const names = ['general', 'addresses', 'tokens', 'invitations', 'impersonation', 'keys'] as const;
  return (
    <Page title={words.title} lead={words.lead}>
      <PageTabs
        label={words.title}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={names.map((value) => ({ value, title: words.tabs[value], show }))}
      />
    </Page>
  );
}
