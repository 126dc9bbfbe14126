import { Anchor, Badge, Button, Group, Select } from '@mantine/core';
import { Languages } from 'lucide-react';
import { useState } from 'react';
import type { Client } from '../../../client/client.ts';
import { messageChannels } from '../../../client/constants.ts';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { useLanguageName } from '../../components/language-name.ts';
import { messageScreenMessages } from '../../components/messages/messages.ts';
import { Moment } from '../../components/moment.tsx';
import { Page } from '../../components/page.tsx';
import { paged } from '../../components/paged.ts';
import { RecordTable } from '../../components/record-table.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import type { Column } from '../../components/table-column.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useHasRole } from '../../session/session.tsx';
import { NewTemplate } from './new-template.tsx';
import { TemplateEditor } from './template-editor.tsx';
import { readKey, writeKey } from './template-key.ts';
import { templateMessages } from './template-messages.ts';

const defaults = { text: '', channel: '', locale: '', page: 1, open: '' };
const pageSize = 25;

type Listed = Extract<
  Awaited<ReturnType<Client['management']['messageTemplates']['list']>>,
  { ok: true }
>['data'][number];

export default function Templates() {
  const [view, change] = useUrlState(defaults);
  const texts = useMessages(templateMessages);
  const { kinds, channels, any } = useMessages(messageScreenMessages);
  const { clearFilters } = useMessages(sharedMessages);
  const mayChange = useHasRole('administrator');
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
  const open = readKey(view.open);
  const columns = useColumns((open) => change({ open }));
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        <CreateButton may={mayChange} onClick={() => setIsCreating(true)}>
          {texts.create}
        </CreateButton>
      }
    >
      <Group gap="sm" align="flex-end">
        <SearchBox
          label={texts.search}
          value={view.text}
          onChange={(text) => change({ text, page: 1 }, { replace: true })}
        />
        <Select
          label={texts.channel}
          data={messageChannels.map((value) => ({ value, label: channels[value] ?? value }))}
          value={view.channel || null}
          placeholder={any}
          onChange={(channel) => change({ channel: channel ?? '', page: 1 })}
          clearable
          w={140}
        />
        <Select
          label={texts.language}
          data={locales.map((value) => ({ value, label: languageName(value) }))}
          value={view.locale || null}
          placeholder={any}
          onChange={(locale) => change({ locale: locale ?? '', page: 1 })}
          clearable
          w={160}
        />
      </Group>
      <RecordTable
        label={texts.title}
        columns={columns}
        records={page.records}
        idOf={(template) => writeKey(template as never)}
        error={templates.error}
        retry={templates.refetch}
        empty={
          <EmptyState
            icon={Languages}
            title={texts.none}
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
      {open && <TemplateEditor key={view.open} templateKey={open} onClose={() => change({ open: '' })} />}
    </Page>
  );
}

function useColumns(open: (key: string) => void): Column<Listed>[] {
  const texts = useMessages(templateMessages);
  const { kinds, channels } = useMessages(messageScreenMessages);
  const languageName = useLanguageName();
  return [
    {
      id: 'kind',
      title: texts.kind,
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
    { id: 'channel', title: texts.channel, show: ({ channel }) => channels[channel] ?? channel },
    { id: 'locale', title: texts.language, show: ({ locale }) => languageName(locale) },
    { id: 'variant', title: texts.variant, show: ({ templateId }) => templateId },
    {
      id: 'state',
      title: texts.state,
      show: ({ isBuiltIn }) => (
        <Badge variant="light" color={isBuiltIn ? 'gray' : 'brand'} tt="none">
          {isBuiltIn ? texts.builtIn : texts.own}
        </Badge>
      ),
    },
    {
      id: 'changed',
      title: texts.changed,
      show: ({ changedAt }) => <Moment value={changedAt} unit="ms" style="date" />,
    },
  ];
}
