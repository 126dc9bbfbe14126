import { TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client, ProjectSettings, Result } from '../../../client/client.ts';
import { projectLengths } from '../../../client/constants.ts';
import { useWrite } from '../../api/use-api.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { Moment } from '../../components/moment.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import { type Draft, useDraft } from '../../components/use-draft.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import { useHasRole, useSession } from '../../session/session.tsx';
import { settingsMessages } from './messages.ts';

interface Values {
  name: string;
  tags: string[];
  locale: string;
}

export function General({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(settingsMessages);
  const { saved, errors } = useMessages(sharedMessages);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const mayChange = useHasRole('administrator');
  const { project } = useProject();
  const { projects } = useSession();
  const { tags, createdTime } = projects.find(({ id }) => id === project.id) ?? { tags: [], createdTime: 0 };
  const stored = useMemo(
    () => ({ name: project.name, tags, locale: settings.locale }),
    [project.name, tags, settings.locale],
  );
  const draft = useDraft<Values>(stored);
  const { name, locale } = draft.values;
  const save = useWrite((client, { changes }: Draft<Values>) => saveValues(client, changes), {
    changes: [['project-settings']],
    done: saved,
    reportsFailure: false,
    // The page header shows the name, too.
    onDone: () => void queries.invalidateQueries({ queryKey: ['session'] }),
  });
  const spoken = languageName(locale, language);
  return (
    <SettingsCard
      title={messages.project}
      draft={draft}
      mayChange={mayChange}
      save={save}
      facts={
        <Details
          facts={[
            [messages.projectId, <CopyText key="id" text={project.id} what={messages.projectId} />],
            [messages.created, <Moment key="created" value={createdTime} style="date" />],
          ]}
        />
      }
    >
      <TextInput
        label={messages.name}
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={name.trim() ? null : errors.required}
        maxLength={projectLengths.name}
        maw={480}
      />
      <TagsInput
        label={messages.tags}
        description={messages.tagsLead}
        value={draft.values.tags}
        onChange={(tags) => draft.change({ tags })}
        maxTags={50}
        maw={480}
      />
      <TextInput
        label={messages.locale}
        description={`${messages.localeLead}${spoken ? ` (${spoken})` : ''}`}
        value={locale}
        onChange={(event) => draft.change({ locale: event.currentTarget.value })}
        error={spoken ? null : messages.noLocale}
        maw={480}
      />
    </SettingsCard>
  );
}

async function saveValues(client: Client, { name, tags, locale }: Partial<Values>): Promise<Result<unknown>> {
  const { project } = client.management;
  const calls = [
    name !== undefined && (() => project.updateName(name.trim())),
    tags && (() => project.updateTags(tags)),
    locale !== undefined && (() => project.configureSettings({ locale: locale.trim() })),
  ];
  let last: Result<unknown> = { ok: true, code: 200, data: undefined };
  for (const call of calls) {
    if (!call || !last.ok) continue;
    last = await call();
  }
  return last;
}

/** Returns undefined if the text is not a valid language tag. */
function languageName(tag: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag.trim());
  } catch {
    return undefined;
  }
}
