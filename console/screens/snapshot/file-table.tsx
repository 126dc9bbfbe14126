import { ActionIcon, Anchor, Code, Drawer, Text, Tooltip } from '@mantine/core';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { download } from '../../components/download.ts';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { snapshotMessages } from './messages.ts';
import { type Files, writeJson } from './snapshot-files.ts';

const pageSize = 25;

interface FileTableProps {
  files: Files;
  view: { text: string; page: number };
  change(changes: { text?: string; page?: number }, options?: { replace?: boolean }): void;
}

export function FileTable({ files, view, change }: FileTableProps) {
  const messages = useMessages(snapshotMessages);
  const [open, setOpen] = useState<string>();
  const page = paged(Object.keys(files), { ...view, textOf: (path) => path, pageSize });
  return (
    <>
      <SearchBox
        label={messages.searchPath}
        value={view.text}
        onChange={(text) => change({ text, page: 1 }, { replace: true })}
      />
      <RecordTable
        label={messages.files}
        columns={[
          {
            id: 'path',
            title: messages.path,
            show: (path: string) => (
              <Anchor component="button" type="button" inherit ta="left" onClick={() => setOpen(path)}>
                {path}
              </Anchor>
            ),
          },
        ]}
        records={page.records}
        idOf={(path) => path}
        empty={
          <Text size="sm" c="dimmed">
            {messages.noFiles}
          </Text>
        }
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
        actions={(path) => <SaveFile path={path} value={files[path]} />}
      />
      <Drawer
        opened={open !== undefined}
        onClose={() => setOpen(undefined)}
        position="right"
        size="lg"
        title={open}
      >
        {open !== undefined && (
          <Code block tabIndex={0}>
            {writeJson(files[open])}
          </Code>
        )}
      </Drawer>
    </>
  );
}

function SaveFile({ path, value }: { path: string; value: unknown }) {
  const messages = useMessages(snapshotMessages);
  const name = path.replaceAll('/', '-');
  return (
    <Tooltip label={messages.downloadFile(path)}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={messages.downloadFile(path)}
        onClick={() => download(name, [writeJson(value)], 'application/json')}
      >
        <Download size={16} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
