import type { QueryKey } from '@tanstack/react-query';
import type { ProjectConfigureSettingsInput, ProjectSettings } from '../../client/client.ts';
import type { Draft } from '../components/use-draft.ts';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';
import { useProject } from '../session/project.tsx';
import { unwrap } from './failure.ts';
import { merge } from './merge.ts';
import { useRead, useWrite } from './use-api.ts';

const key = ['project-settings'];

export function useProjectSettings() {
  return useRead(key, (client) => client.management.project.getSettings());
}

/** Returns the default settings, which screens show next to the project's own. They never change. */
export function useDefaultSettings() {
  return useRead(['default-settings'], (client) => client.management.project.getDefaultSettings());
}

type Fields<V extends object> = (values: Partial<V>) => ProjectConfigureSettingsInput;

/** Saves only the changed fields, unless another administrator changed them, too. `fields` maps them to the API's names. */
export function useSaveSettings<V extends object>(
  fields: Fields<V>,
  { canUndo = true, changes = [] as QueryKey[] } = {},
) {
  const { client } = useProject();
  const { saved } = useMessages(sharedMessages);
  return useWrite<Draft<V>, ProjectSettings>(
    async (client, { before, changes }) => {
      const current = await unwrap(client.management.project.getSettings());
      return client.management.project.configureSettings(merge(fields(before), fields(changes), current));
    },
    {
      changes: [key, ...changes],
      done: saved,
      reportsFailure: false,
      ...(canUndo && {
        undo: (_: ProjectSettings, { before }: Draft<V>) =>
          unwrap(client.management.project.configureSettings(fields(before))),
      }),
    },
  );
}
