import { Badge, Button, Card, Checkbox, Group, List, Radio, Stack, Text, Title } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ProjectSettings, SigningKey } from '../../../client/client.ts';
import { signingAlgorithms } from '../../../client/constants.ts';
import { baseUrl } from '../../api/base-url.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { Confirm } from '../../components/confirm.tsx';
import { CopyText } from '../../components/copy-text.tsx';
import { Moment } from '../../components/moment.tsx';
import { RecordTable } from '../../components/record-table.tsx';
import { SettingsCard } from '../../components/settings-card.tsx';
import type { Column } from '../../components/table-column.ts';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useProject } from '../../session/project.tsx';
import { useHasRole } from '../../session/session.tsx';
import { keyMessages } from './key-messages.ts';

const key = ['signing-keys'];
const colors = { waiting: 'blue', signing: 'teal', verifying: 'gray' } as const;

export function SigningKeys({ settings }: { settings: ProjectSettings }) {
  return (
    <Stack gap="lg">
      <Keys />
      <Algorithm settings={settings} />
      <Applications settings={settings} />
      <Audience settings={settings} />
    </Stack>
  );
}

function Keys() {
  const messages = useMessages(keyMessages);
  const { project } = useProject();
  const mayChange = useHasRole('administrator');
  const [asks, setAsks] = useState(false);
  const keys = useRead(key, (client) => client.management.project.listSigningKeys());
  const rotate = useWrite((client) => client.management.project.rotateSigningKey(), {
    changes: [key],
    done: messages.rotated,
  });
  const columns: Column<SigningKey>[] = [
    {
      id: 'id',
      title: messages.id,
      show: ({ id }) => <CopyText text={id} what={messages.id} shown={`${id.slice(0, 12)}…`} />,
    },
    { id: 'signs', title: messages.signs, show: ({ signs }) => messages.kinds[signs] },
    { id: 'algorithm', title: messages.algorithmShort, show: ({ algorithm }) => algorithm },
    {
      id: 'status',
      title: messages.status,
      show: ({ status }) => (
        <Badge variant="light" color={colors[status]} tt="none" miw="max-content">
          {messages.statuses[status]}
        </Badge>
      ),
    },
    { id: 'from', title: messages.signsFrom, show: ({ signsFromTime }) => <Moment value={signsFromTime} /> },
    {
      id: 'until',
      title: messages.publishedUntil,
      show: ({ verifiesUntilTime }) =>
        verifiesUntilTime ? <Moment value={verifiesUntilTime} /> : messages.open,
    },
  ];
  return (
    <Card withBorder component="section" p="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {messages.keys}
            </Title>
            <Text size="sm" c="dimmed" mt={4} maw={640}>
              {messages.keysLead}
            </Text>
          </div>
          <Button
            variant="default"
            leftSection={<RotateCw size={16} aria-hidden />}
            onClick={() => setAsks(true)}
            disabled={!mayChange}
          >
            {messages.rotate}
          </Button>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {messages.keySet}
          </Text>
          <CopyText text={`${baseUrl}/v2/keys/${project.id}`} what={messages.keySet} />
        </Group>
        <RecordTable
          label={messages.keys}
          columns={columns}
          records={keys.data}
          idOf={({ id }) => id}
          error={keys.error}
          retry={keys.refetch}
          empty={null}
        />
      </Stack>
      <Confirm
        opened={asks}
        onClose={() => setAsks(false)}
        title={messages.rotateTitle}
        action={messages.rotateAction}
        onConfirm={() => rotate.mutateAsync(undefined)}
      >
        <List size="sm" spacing="xs">
          {messages.rotateLead.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Confirm>
    </Card>
  );
}

type Values = Pick<ProjectSettings, 'signingAlgorithm'>;

function Algorithm({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(keyMessages);
  const draft = useDraft<Values>(settings);
  // No undo, because going back would create a third key.
  const save = useSaveSettings<Values>((values) => values, { canUndo: false, changes: [key] });
  return (
    <SettingsCard
      title={messages.algorithm}
      lead={messages.algorithmLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Radio.Group
        aria-label={messages.algorithm}
        value={draft.values.signingAlgorithm}
        onChange={(value) => draft.change({ signingAlgorithm: value as Values['signingAlgorithm'] })}
      >
        <Stack gap="xs">
          {signingAlgorithms.map((value) => (
            <Radio key={value} value={value} {...messages.algorithms[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </SettingsCard>
  );
}

type SeparateValues = Pick<ProjectSettings, 'separateApplicationTokens'>;

function Applications({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(keyMessages);
  const draft = useDraft<SeparateValues>(settings);
  const save = useSaveSettings<SeparateValues>((values) => values, { changes: [key] });
  return (
    <SettingsCard
      title={messages.applications}
      lead={messages.applicationsLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Checkbox
        label={messages.separate}
        description={messages.separateLead}
        checked={draft.values.separateApplicationTokens}
        onChange={(event) => draft.change({ separateApplicationTokens: event.currentTarget.checked })}
      />
    </SettingsCard>
  );
}

type AudienceValues = Pick<ProjectSettings, 'sessionAudience'>;

function Audience({ settings }: { settings: ProjectSettings }) {
  const messages = useMessages(keyMessages);
  const draft = useDraft<AudienceValues>(settings);
  const save = useSaveSettings<AudienceValues>((values) => values);
  return (
    <SettingsCard
      title={messages.audience}
      lead={messages.audienceLead}
      draft={draft}
      mayChange={useHasRole('administrator')}
      save={save}
    >
      <Checkbox
        label={messages.nameProject}
        description={messages.nameProjectLead}
        checked={draft.values.sessionAudience}
        onChange={(event) => draft.change({ sessionAudience: event.currentTarget.checked })}
      />
    </SettingsCard>
  );
}
