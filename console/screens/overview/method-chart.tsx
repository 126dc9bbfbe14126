import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { Table, Text } from '@mantine/core';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { overviewMessages } from './messages.ts';
import type { Series } from './series.ts';

const colors = ['brand.6', 'teal.6', 'orange.6', 'grape.6', 'cyan.6', 'pink.6', 'lime.7', 'gray.6'];

/** A stacked bar per day with the counts by method, and the same numbers as a table for screen readers. */
export default function MethodChart({ days, methods, label }: Series & { label: string }) {
  const messages = useMessages(overviewMessages);
  const { language } = useLanguage();
  const short = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' });
  const shown = days.map(({ day, ...counts }) => ({ ...counts, day: short.format(new Date(day)) }));
  const busy = days.filter((counts) => methods.some((method) => Number(counts[method]) > 0));
  return (
    <>
      <div aria-hidden>
        <BarChart
          h={260}
          data={shown}
          dataKey="day"
          type="stacked"
          series={methods.map((name, i) => ({ name, color: colors[i % colors.length] ?? 'gray.6' }))}
          withLegend
          // Hidden from screen readers, which have the table.
          barChartProps={{ accessibilityLayer: false }}
          barProps={{ isAnimationActive: false }}
          yAxisProps={{ allowDecimals: false, width: 40 }}
        />
      </div>
      <details>
        <Text component="summary" size="sm" c="dimmed">
          {messages.asTable}
        </Text>
        <Table.ScrollContainer minWidth={320}>
          <Table fz="sm" aria-label={label}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{messages.day}</Table.Th>
                {methods.map((method) => (
                  <Table.Th key={method} ta="right">
                    {method}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {busy.map((counts) => (
                <Table.Tr key={counts.day}>
                  <Table.Th scope="row">{counts.day}</Table.Th>
                  {methods.map((method) => (
                    <Table.Td key={method} ta="right">
                      {Number(counts[method]).toLocaleString(language)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </details>
    </>
  );
}
