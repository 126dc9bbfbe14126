import { Button, Group, Stack, Title } from '@mantine/core';
import { Download } from 'lucide-react';
import { snapshotParts } from '../../../client/constants.ts';
import { useRead } from '../../api/use-api.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { useNotify } from '../../components/notify.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { FileTable } from './file-table.tsx';
import { snapshotMessages } from './messages.ts';
import { PartChoice, partsOf } from './part-choice.tsx';
import { downloadSnapshot } from './snapshot-files.ts';

const defaults = { tab: 'export', without: [] as string[], text: '', page: 1 };

export function ExportSnapshot() {
  const messages = useMessages(snapshotMessages);
  const notify = useNotify();
  const { project } = useProject();
  const mayExport = useHasRole('administrator');
  const [view, change] = useUrlState(defaults);
  const without = partsOf(view.without);
  const isPossible = mayExport && without.length < snapshotParts.length;
  const snapshot = useRead(
    ['snapshot', without],
    (client) => client.management.project.exportSnapshot(without),
    { enabled: isPossible },
  );
  const files = snapshot.data?.files;
  const save = () => {
    if (!files) return;
    downloadSnapshot(project.name, files);
    notify.done(messages.downloaded(Object.keys(files).length));
  };
  return (
    <Stack>
      <PartChoice without={without} onChange={(without) => change({ without, page: 1 })} />
      <Group>
        <Button
          leftSection={<Download size={16} aria-hidden />}
          onClick={save}
          disabled={!isPossible || !files}
          loading={snapshot.isFetching}
        >
          {messages.download}
        </Button>
      </Group>
      {snapshot.error ? (
        <ErrorNotice error={snapshot.error} retry={snapshot.refetch} />
      ) : files ? (
        isPossible && (
          <>
            <Title order={2} size="h4">
              {messages.files}
            </Title>
            <FileTable files={files} view={view} change={change} />
          </>
        )
      ) : (
        isPossible && <Loading height={300} />
      )}
    </Stack>
  );
}
