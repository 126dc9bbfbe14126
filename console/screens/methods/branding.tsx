import { Button, Group, Image, Input, Paper, Stack, Text, TextInput } from '@mantine/core';
import type { ProjectSettings } from '../../../client/client.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { SettingsCard } from '../../components/settings-card.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { isWebUrl } from '../settings/address-rules.ts';
import { methodMessages } from './messages.ts';

type Values = ProjectSettings['branding'];

/** The hosted pages' default. */
const ownColor = '#1f5f8b';

export function Branding({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(methodMessages);
  const draft = useDraft<Values>(settings.branding);
  const save = useSaveSettings<Values>((branding) => ({ branding }));
  const { logoUrl, primaryColor } = draft.values;
  const isLogo = isHttps(logoUrl);
  const isColor = /^#[0-9a-f]{6}$/i.test(primaryColor);
  return (
    <SettingsCard
      title={messages.branding}
      lead={messages.brandingLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <TextInput
        type="url"
        label={messages.logo}
        description={messages.logoLead}
        placeholder="https://example.com/logo.svg"
        value={logoUrl}
        onChange={(event) => draft.change({ logoUrl: event.currentTarget.value.trim() })}
        error={logoUrl === '' || isLogo ? null : messages.noLogo}
        maw={560}
      />
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={messages.color}
          description={messages.colorLead}
          placeholder={ownColor}
          value={primaryColor}
          onChange={(event) => draft.change({ primaryColor: event.currentTarget.value.trim() })}
          error={primaryColor === '' || isColor ? null : messages.noColor}
          flex={1}
          maw={460}
        />
        <Input
          type="color"
          aria-label={messages.colorPick}
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
  const messages = useMessages(methodMessages);
  const { project } = useProject();
  return (
    <Stack gap={4}>
      <Text size="sm" c="dimmed">
        {messages.preview}
      </Text>
      <Paper withBorder p="md" maw={280} aria-hidden>
        <Stack align="center" gap="md">
          {logoUrl ? (
            <Image src={logoUrl} h={40} w="auto" fit="contain" alt="" />
          ) : (
            <Text fw={700}>{project.name}</Text>
          )}
          <Button component="div" color={color} autoContrast fullWidth>
            {messages.signIn}
          </Button>
        </Stack>
      </Paper>
    </Stack>
  );
}

function isHttps(text: string): boolean {
  return isWebUrl(text) && text.toLowerCase().startsWith('https:');
}
