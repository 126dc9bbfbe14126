import { Badge, Button, Card, Group, List, Radio, Stack, Text, Title } from '@mantine/core';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import type { ProjectSettings, SigningKey } from '../../../client/client.ts';
import { useRead, useWrite } from '../../api/use-api.ts';
import { useSaveSettings } from '../../api/use-project-settings.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { CopyText } from '../../parts/copy-text.tsx';
import { Moment } from '../../parts/moment.tsx';
import { type Column, RecordTable } from '../../parts/record-table.tsx';
import { SettingsCard } from '../../parts/settings-card.tsx';
import { useDraft } from '../../parts/use-draft.ts';
import { useProject } from '../../session/project.tsx';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { keyWords } from './key-words.ts';

const key = ['signing-keys'];
const colors = { waiting: 'blue', signing: 'teal', verifying: 'gray' } as const;

export function SigningKeys({ settings }: { settings: ProjectSettings }) {
  return (
    <Stack gap="lg">
      <Keys />
      <Algorithm settings={settings} />
    </Stack>
  );
}

function Keys() {
  const words = useWords(keyWords);
  const { project } = useProject();
  const mayChange = useMay('administrator');
  const [asks, setAsks] = useState(false);
  const keys = useRead(key, (client) => client.management.project.listSigningKeys());
  const rotate = useWrite((client) => client.management.project.rotateSigningKey(), {
    changes: [key],
    done: words.rotated,
  });
  const columns: Column<SigningKey>[] = [
    {
      id: 'id',
      title: words.id,
      show: ({ id }) => <CopyText text={id} what={words.id} shown={`${id.slice(0, 12)}…`} />,
    },
    { id: 'algorithm', title: words.algorithmShort, show: ({ algorithm }) => algorithm },
    {
      id: 'status',
      title: words.status,
      show: ({ status }) => (
        <Badge variant="light" color={colors[status]} tt="none" miw="max-content">
          {words.statuses[status]}
        </Badge>
      ),
    },
    { id: 'from', title: words.signsFrom, show: ({ signsFromTime }) => <Moment value={signsFromTime} /> },
    {
      id: 'until',
      title: words.publishedUntil,
      show: ({ verifiesUntilTime }) =>
        verifiesUntilTime ? <Moment value={verifiesUntilTime} /> : words.open,
    },
  ];
  return (
    <Card withBorder component="section" p="lg">
      <Stack>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2} size="h4">
              {words.keys}
            </Title>
            <Text size="sm" c="dimmed" mt={4} maw={640}>
              {words.keysLead}
            </Text>
          </div>
          <Button
            variant="default"
            leftSection={<RotateCw size={16} aria-hidden />}
            onClick={() => setAsks(true)}
            disabled={!mayChange}
          >
            {words.rotate}
          </Button>
        </Group>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
            {words.keySet}
          </Text>
          <CopyText text={`${location.origin}/v2/keys/${project.id}`} what={words.keySet} />
        </Group>
        <RecordTable
          label={words.keys}
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
        title={words.rotateTitle}
        action={words.rotateAction}
        onConfirm={() => rotate.mutateAsync(undefined)}
      >
        <List size="sm" spacing="xs">
          {words.rotateLead.map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      </Confirm>
    </Card>
  );
}

type Values = Pick<ProjectSettings, 'signingAlgorithm'>;

function Algorithm({ settings }: { settings: ProjectSettings }) {
  const words = useWords(keyWords);
  const draft = useDraft<Values>(settings);
  // Going back would make a third key.
  const save = useSaveSettings<Values>((values) => values, { canUndo: false, changes: [key] });
  return (
    <SettingsCard
      title={words.algorithm}
      lead={words.algorithmLead}
      draft={draft}
      mayChange={useMay('administrator')}
      save={save}
    >
      <Radio.Group
        aria-label={words.algorithm}
        value={draft.values.signingAlgorithm}
        onChange={(value) => draft.change({ signingAlgorithm: value as Values['signingAlgorithm'] })}
      >
        <Stack gap="xs">
          {(['RS256', 'ES256'] as const).map((value) => (
            <Radio key={value} value={value} {...words.algorithms[value]} />
          ))}
        </Stack>
      </Radio.Group>
    </SettingsCard>
  );
}
