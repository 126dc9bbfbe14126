import { Anchor, Badge, Button, Group, Select, Stack, Text } from '@mantine/core';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../parts/create-button.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Moment } from '../../parts/moment.tsx';
import { paged } from '../../parts/paged.ts';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { useLanguageName } from './language-name.ts';
import { NewTemplate } from './new-template.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { readKey, writeKey } from './template-key.ts';
import { messageWords } from './words.ts';
import { templateWords } from './words-templates.ts';

const defaults = { tab: 'outbox', text: '', channel: '', locale: '', page: 1, open: '' };
const pageSize = 25;

type Listed = Extract<
  Awaited<ReturnType<Client['management']['messageTemplates']['list']>>,
  { ok: true }
>['data'][number];

export default function Templates() {
  const [view, change] = useUrlState(defaults);
  const key = readKey(view.open);
  if (key) {
    return <TemplateEditor key={view.open} templateKey={key} onClose={() => change({ open: '' })} />;
  }
  return <TemplateList view={view} change={change} />;
}

interface TemplateListProps {
  view: typeof defaults;
  change(changes: Partial<typeof defaults>, options?: { replace?: boolean }): void;
}

function TemplateList({ view, change }: TemplateListProps) {
  const words = useWords(templateWords);
  const { kinds, channels, any } = useWords(messageWords);
  const { clearFilters } = useWords(everywhere);
  const mayChange = useMay('administrator');
  const languageName = useLanguageName();
  const [isCreating, setIsCreating] = useState(false);
  const templates = useRead(['templates'], (client) => client.management.messageTemplates.list());
  const wanted = templates.data?.filter(
    ({ channel, locale }) =>
      (!view.channel || channel === view.channel) && (!view.locale || locale === view.locale),
  );
  const page = paged(wanted, {
    ...view,
    textOf: ({ kind, templateId }) => `${kinds[kind]} ${kind} ${templateId}`,
    pageSize,
  });
  const locales = [...new Set(templates.data?.map(({ locale }) => locale))];
  const columns = useColumns((open) => change({ open }));
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Group gap="sm" align="flex-end">
          <SearchBox
            label={words.search}
            value={view.text}
            onChange={(text) => change({ text, page: 1 }, { replace: true })}
          />
          <Select
            label={words.channel}
            data={['email', 'sms'].map((value) => ({ value, label: channels[value] ?? value }))}
            value={view.channel || null}
            placeholder={any}
            onChange={(channel) => change({ channel: channel ?? '', page: 1 })}
            clearable
            w={140}
          />
          <Select
            label={words.language}
            data={locales.map((value) => ({ value, label: languageName(value) }))}
            value={view.locale || null}
            placeholder={any}
            onChange={(locale) => change({ locale: locale ?? '', page: 1 })}
            clearable
            w={160}
          />
        </Group>
        <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
          {words.create}
        </CreateButton>
      </Group>
      <Text size="sm" c="dimmed">
        {words.lead}
      </Text>
      <RecordTable
        label={words.lead}
        columns={columns}
        records={page.records}
        idOf={(template) => writeKey(template as never)}
        error={templates.error}
        retry={templates.refetch}
        empty={
          <EmptyState
            icon={Languages}
            title={words.none}
            action={
              <Button variant="default" onClick={() => change(defaults)}>
                {clearFilters}
              </Button>
            }
          />
        }
        page={view.page}
        pageSize={pageSize}
        total={page.total}
        onPage={(page) => change({ page })}
      />
      <NewTemplate
        opened={isCreating}
        onClose={() => setIsCreating(false)}
        onChosen={(key) => change({ open: writeKey(key) })}
      />
    </Stack>
  );
}

function useColumns(open: (key: string) => void): Column<Listed>[] {
  const words = useWords(templateWords);
  const { kinds, channels } = useWords(messageWords);
  const languageName = useLanguageName();
  return [
    {
      id: 'kind',
      title: words.kind,
      show: (template) => (
        <Anchor
          component="button"
          type="button"
          inherit
          ta="left"
          onClick={() => open(writeKey(template as never))}
        >
          {kinds[template.kind] ?? template.kind}
        </Anchor>
      ),
    },
    { id: 'channel', title: words.channel, show: ({ channel }) => channels[channel] ?? channel },
    { id: 'locale', title: words.language, show: ({ locale }) => languageName(locale) },
    { id: 'variant', title: words.variant, show: ({ templateId }) => templateId },
    {
      id: 'state',
      title: words.state,
      show: ({ isBuiltIn }) => (
        <Badge variant="light" color={isBuiltIn ? 'gray' : 'indigo'} tt="none">
          {isBuiltIn ? words.builtIn : words.own}
        </Badge>
      ),
    },
    {
      id: 'changed',
      title: words.changed,
      show: ({ changedAt }) => <Moment value={changedAt} unit="ms" style="date" />,
    },
  ];
}
