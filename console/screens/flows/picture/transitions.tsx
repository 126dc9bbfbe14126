import { Table } from '@mantine/core';
import { useMessages } from '../../../i18n/language.tsx';
import { type FlowDocument, transitionsOf } from '../flow-document.ts';
import { flowTabMessages } from '../tab-messages.ts';

interface TransitionsProps {
  document: FlowDocument;
  /** The screen to list. Undefined: all. */
  chosen: string | undefined;
}

/** Lists what the picture shows: the interactions of the screens, and what each can open. */
export function Transitions({ document, chosen }: TransitionsProps) {
  const messages = useMessages(flowTabMessages);
  const screens = chosen === undefined ? Object.keys(document.screens) : [chosen];
  const all = transitionsOf(document);
  return (
    <Table.ScrollContainer minWidth={560}>
      <Table aria-label={messages.transitions} verticalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{messages.screen}</Table.Th>
            <Table.Th>{messages.interaction}</Table.Th>
            <Table.Th>{messages.does}</Table.Th>
            <Table.Th>{messages.opens}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {screens.map((screen) => {
            const own = all.filter((transition) => transition.screen === screen);
            if (own.length === 0)
              return (
                <Table.Tr key={screen}>
                  <Table.Th scope="row">
                    <code>{screen}</code>
                  </Table.Th>
                  <Table.Td colSpan={3}>{messages.noInteraction}</Table.Td>
                </Table.Tr>
              );
            return own.map(({ interaction, does, to }, index) => (
              <Table.Tr key={`${screen} ${interaction}`} style={{ verticalAlign: 'top' }}>
                {index === 0 && (
                  <Table.Th scope="rowgroup" rowSpan={own.length}>
                    <code>{screen}</code>
                  </Table.Th>
                )}
                <Table.Td>
                  <code>{interaction}</code>
                </Table.Td>
                <Table.Td>
                  <code>{does}</code>
                </Table.Td>
                <Table.Td>{to.map((next) => messages.ends[next] ?? next).join(', ')}</Table.Td>
              </Table.Tr>
            ));
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
