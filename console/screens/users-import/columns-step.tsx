import { Alert, Button, Group, Select, Stack, Table, Text } from '@mantine/core';
import type { CustomAttribute } from '../../../client/client.ts';
import { everywhere } from '../../words/everywhere.ts';
import { useLanguage, useWords } from '../../words/language.tsx';
import { type Meaning, userFields } from './columns.ts';
import { ModeFields } from './mode-fields.tsx';
import type { Invitation, Table as TableOfFile } from './view.ts';
import { importWords } from './words.ts';

interface ColumnsStepProps {
  table: TableOfFile;
  meanings: Meaning[];
  onMeanings(meanings: Meaning[]): void;
  attributes: CustomAttribute[];
  invitation: Invitation | undefined;
  onInvitation(invitation: Invitation | undefined): void;
  onBack(): void;
  onNext(): void;
}

/** What the columns mean, and how the users come in. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { table, meanings, onMeanings, attributes, invitation, onInvitation, onBack, onNext } = props;
  const words = useWords(importWords);
  const { back } = useWords(everywhere);
  const { language } = useLanguage();
  const choices = [
    { value: '', label: words.ignore },
    ...userFields.map((value) => ({ value, label: words.fields[value] })),
    ...attributes.map(({ name, displayName }) => ({
      value: `attribute:${name}`,
      label: words.attribute(displayName || name),
    })),
  ];
  const given = meanings.filter((meaning) => meaning !== '');
  const isTwice = new Set(given).size < given.length;
  const needsWay = invitation !== undefined && !invitation.sendMail && !invitation.sendSMS;
  const wrong = isTwice ? words.twice : given.includes('loginId') ? '' : words.noLoginId;
  return (
    <Stack>
      <Text size="sm">{words.columnsLead}</Text>
      <Table.ScrollContainer minWidth={520}>
        <Table verticalSpacing="xs" aria-label={words.columns}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.column}</Table.Th>
              <Table.Th w={240}>{words.meaning}</Table.Th>
              <Table.Th>{words.exampleValue}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {table.header.map((title, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one title
              <Table.Tr key={index}>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{title}</Table.Td>
                <Table.Td>
                  <Select
                    aria-label={words.meaningOf(title)}
                    data={choices}
                    value={meanings[index] ?? ''}
                    onChange={(value) => onMeanings(meanings.with(index, (value ?? '') as Meaning))}
                    allowDeselect={false}
                    searchable
                  />
                </Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>
                  <Text size="sm" c="dimmed" lineClamp={1}>
                    {firstValues(table.rows, index)}
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text size="xs" c="dimmed">
        {words.lists}
      </Text>
      <ModeFields invitation={invitation} onChange={onInvitation} />
      {wrong && (
        <Alert color="red" role="alert">
          {wrong}
        </Alert>
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {back}
        </Button>
        <Button onClick={onNext} disabled={wrong !== '' || needsWay}>
          {words.toCheck(table.rows.length.toLocaleString(language))}
        </Button>
      </Group>
    </Stack>
  );
}

function firstValues(rows: string[][], index: number): string {
  const values = rows.slice(0, 20).map((row) => (row[index] ?? '').trim());
  return [...new Set(values.filter((value) => value !== ''))].slice(0, 3).join(' · ');
}
