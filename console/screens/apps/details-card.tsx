import { Avatar, Group, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import type { SsoApplication } from '../../../client/client.ts';
import { CopyText } from '../../parts/copy-text.tsx';
import { Details } from '../../parts/details.tsx';
import { ScreenLink } from '../../parts/links.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useMay } from '../../session/session.tsx';
import { everywhere } from '../../words/everywhere.ts';
import { useWords } from '../../words/language.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { useSaveApp } from './update-app.ts';
import { appWords } from './words.ts';

type Values = Pick<SsoApplication, 'name' | 'description' | 'logo'>;

export function DetailsCard({ app }: { app: SsoApplication }) {
  const words = useWords(appWords);
  const { errors } = useWords(everywhere);
  const draft = useDraft<Values>(app);
  const save = useSaveApp<Values>(app);
  const { id, appType, oidcSettings } = app;
  const { name, description, logo } = draft.values;
  // A picture in the place of an address stays, and is not shown as text.
  const isPicture = logo.startsWith('data:');
  return (
    <SettingsCard
      title={words.details}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
      facts={
        <Details
          facts={[
            [words.type, words.types[appType]],
            [words.id, <CopyText key="id" text={id} what={words.id} />],
            ...(appType === 'oidc'
              ? ([
                  [
                    words.clientId,
                    <CopyText key="client" text={oidcSettings.clientId} what={words.clientId} />,
                  ],
                ] as [string, ReactNode][])
              : []),
            [
              words.users,
              <ScreenLink key="users" to="users" state={{ apps: [id] }}>
                {words.showUsers}
              </ScreenLink>,
            ],
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
      <Textarea
        label={words.description}
        value={description}
        onChange={(event) => draft.change({ description: event.currentTarget.value })}
        autosize
        maxRows={4}
        maxLength={1_024}
        maw={480}
      />
      <Group align="flex-end" wrap="nowrap" maw={480}>
        <TextInput
          type="url"
          label={words.logo}
          description={words.logoLead}
          value={isPicture ? '' : logo}
          onChange={(event) => draft.change({ logo: event.currentTarget.value.trim() })}
          error={logo === '' || isPicture || isWebUrl(logo) ? null : errors.url}
          flex={1}
        />
        <Avatar src={isShown(logo) ? logo : null} name={name} radius="md" aria-hidden />
      </Group>
    </SettingsCard>
  );
}

function isShown(logo: string): boolean {
  return /^data:image\//.test(logo) || (isWebUrl(logo) && logo.startsWith('https:'));
}
