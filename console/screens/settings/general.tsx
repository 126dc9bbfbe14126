import { TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Client, ProjectSettings, Result } from '../../../client/client.ts';
import { useWrite } from '../../api/use-api.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/details.tsx';
import { Moment } from '../../parts/moment.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { type Draft, useDraft } from '../../parts/use-draft.ts';
import { useProject } from '../../session/project.tsx';
import { useMay, useSession } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { settingsWords } from './words.ts';

interface Values {
  name: string;
  tags: string[];
  locale: string;
}

export function General({ settings }: { settings: ProjectSettings }) {
  const words = useWords(settingsWords);
  const { saved, errors } = useWords(everywhere);
  const { language } = useLanguage();
  const queries = useQueryClient();
  const mayChange = useMay('administrator');
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
    tellsFailure: false,
    // The name stands at the top of the page, too.
    onDone: () => void queries.invalidateQueries({ queryKey: ['session'] }),
  });
  const spoken = languageName(locale, language);
  return (
    <SettingsCard
      title={words.project}
      draft={draft}
      mayChange={mayChange}
      save={save}
      facts={
        <Details
          facts={[
            [words.projectId, <CopyText key="id" text={project.id} what={words.projectId} />],
            [words.created, <Moment key="created" value={createdTime} style="date" />],
          ]}
        />
      }
    >
      <TextInput
        label={words.name}
        value={name}
        onChange={(event) => draft.change({ name: event.currentTarget.value })}
        error={name.trim() ? null : errors.required}
        maxLength={255}
        maw={480}
      />
      <TagsInput
        label={words.tags}
        description={words.tagsLead}
        value={draft.values.tags}
        onChange={(tags) => draft.change({ tags })}
        maxTags={50}
        maw={480}
      />
      <TextInput
        label={words.locale}
        description={`${words.localeLead}${spoken ? ` (${spoken})` : ''}`}
        value={locale}
        onChange={(event) => draft.change({ locale: event.currentTarget.value })}
        error={spoken ? null : words.noLocale}
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

/** Undefined where there is no such language tag. */
function languageName(tag: string, language: string): string | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag.trim());
  } catch {
    return undefined;
  }
}
