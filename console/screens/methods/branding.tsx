import { Button, Group, Image, Input, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useProject } from '../../session/project.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { methodWords } from './words.ts';

type Values = ProjectSettings['branding'];

/** What the hosted pages have where nothing is set. */
const ownColor = '#1f5f8b';

export function Branding({ settings }: { settings: ProjectSettings }) {
  const words = useWords(methodWords);
  const draft = useDraft<Values>(settings.branding);
  const save = useSaveSettings<Values>((branding) => ({ branding }));
  const { logoUrl, primaryColor } = draft.values;
  const isLogo = isHttps(logoUrl);
  const isColor = /^#[0-9a-f]{6}$/i.test(primaryColor);
  return (
    <SettingsCard
      title={words.branding}
      lead={words.brandingLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <TextInput
        type="url"
        label={words.logo}
        description={words.logoLead}
        placeholder="https://example.com/logo.svg"
        value={logoUrl}
        onChange={(event) => draft.change({ logoUrl: event.currentTarget.value.trim() })}
        error={logoUrl === '' || isLogo ? null : words.noLogo}
        maw={560}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={words.color}
          description={words.colorLead}
          placeholder={ownColor}
          value={primaryColor}
          onChange={(event) => draft.change({ primaryColor: event.currentTarget.value.trim() })}
          error={primaryColor === '' || isColor ? null : words.noColor}
          flex={1}
          maw={460}
        />
        <Input
          type="color"
          aria-label={words.colorPick}
          value={isColor ? primaryColor : ownColor}
          onChange={(event) => draft.change({ primaryColor: event.currentTarget.value })}
          w={64}
          styles={{ input: { padding: 4 } }}
        />
      </Group>
      <Preview logoUrl={isLogo ? logoUrl : ''} color={isColor ? primaryColor : ownColor} />
    </SettingsCard>
  );
}

function Preview({ logoUrl, color }: { logoUrl: string; color: string }) {
  const words = useWords(methodWords);
  const { project } = useProject();
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {words.preview}
      </Text>
      <Paper withBorder p="md" maw={280} aria-hidden>
        <Stack align="center" gap="md">
          {logoUrl ? (
            <Image src={logoUrl} h={40} w="auto" fit="contain" alt="" />
          ) : (
            <Text fw={700}>{project.name}</Text>
          )}
          <Button component="div" color={color} autoContrast fullWidth>
            {words.signIn}
          </Button>
        </Stack>
      </Paper>
    </Stack>
  );
}

function isHttps(text: string): boolean {
  return isWebUrl(text) && text.toLowerCase().startsWith('https:');
}
