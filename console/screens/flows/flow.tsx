import { Badge, Button } from '@mantine/core';
import { Workflow } from 'lucide-react';
import { useParams } from 'wouter';
import { ApiError } from '../../api/failure.ts';
import { useRead } from '../../api/use-api.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { useGo } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { PageTabs } from '../../components/page-tabs.tsx';
import { StatusBadge } from '../../components/status-badge.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { FlowActions } from './actions/flow-actions.tsx';
import { CodeTab } from './code/code-tab.tsx';
import { DefinitionTab } from './definition/definition-tab.tsx';
import { kindOf } from './listed-flow.ts';
import { flowMessages } from './messages.ts';
import { ScreensTab } from './picture/screens-tab.tsx';
import { PreviewTab } from './preview/preview-tab.tsx';
import { SettingsTab } from './settings/settings-tab.tsx';
import { TextsTab } from './texts/texts-tab.tsx';
import { type ExportedFlow, useFlow } from './use-flow.ts';

const defaults = { tab: 'screens' };

export default function FlowScreen() {
  const { flowId = '' } = useParams<{ flowId: string }>();
  return <FlowPage key={flowId} flowId={flowId} />;
}

function FlowPage({ flowId }: { flowId: string }) {
  const messages = useMessages(flowMessages);
  const go = useGo();
  const { data, error, refetch } = useFlow(flowId);
  const within = [{ title: messages.title, to: 'flows' }];
  if (data) return <Loaded exported={data} within={within} />;
  if (error instanceof ApiError && error.status === 404)
    return (
      <Page title={messages.missing} within={within}>
        <EmptyState
          icon={Workflow}
          title={messages.missing}
          lead={messages.missingLead}
          action={<Button onClick={() => go('flows')}>{messages.toList}</Button>}
        />
      </Page>
    );
  return (
    <Page title={messages.title}>{error ? <ErrorNotice error={error} retry={refetch} /> : <Loading />}</Page>
  );
}

interface LoadedProps {
  exported: ExportedFlow;
  within: { title: string; to: string }[];
}

function Loaded({ exported, within }: LoadedProps) {
  const messages = useMessages(flowMessages);
  const go = useGo();
  const [{ tab }, change] = useUrlState(defaults);
  const { flow } = exported;
  const flows = useRead(['flows'], (client) => client.management.flow.list());
  const listed = flows.data?.find(({ id }) => id === flow.id);
  const tabs = {
    screens: () => <ScreensTab exported={exported} />,
    preview: () => <PreviewTab flow={flow} />,
    texts: () => <TextsTab exported={exported} />,
    settings: () => <SettingsTab flow={flow} />,
    code: () => <CodeTab flowId={flow.id} />,
    definition: () => <DefinitionTab flow={flow} />,
  };
  return (
    <Page
      title={flow.name}
      within={within}
      lead={flow.description}
      actions={
        <>
          {listed && (
            <Badge variant="light" color={kindOf(listed) === 'builtIn' ? 'gray' : 'brand'} tt="none">
              {messages.kinds[kindOf(listed)]}
            </Badge>
          )}
          <StatusBadge tone={flow.disabled ? 'off' : 'good'}>
            {flow.disabled ? messages.off : messages.on}
          </StatusBadge>
          {listed && <FlowActions flow={listed} onGone={() => go('flows')} />}
        </>
      }
    >
      <PageTabs
        label={flow.name}
        value={tab}
        onChange={(tab) => change({ tab })}
        tabs={(Object.keys(tabs) as (keyof typeof tabs)[]).map((value) => ({
          value,
          title: messages.tabs[value],
          show: tabs[value],
        }))}
      />
    </Page>
  );
}
