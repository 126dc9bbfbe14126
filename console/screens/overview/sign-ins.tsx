import '../../components/events/method-colors.css';
import { Card, Table, Text, Title } from '@mantine/core';
import { ChartColumn } from 'lucide-react';
import { EmptyState } from '../../components/empty-state.tsx';
import { methodColor } from '../../components/events/method-colors.ts';
import { methodName } from '../../components/events/methods.ts';
import { ScreenLink } from '../../components/links.tsx';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { overviewMessages } from './messages.ts';
import type { Series } from './series.ts';
import { SignInBars } from './sign-in-bars.tsx';

/** Shows the sign-ins of the period by day and by method, with the failed ones. */
export function SignIns({ signIns, failures }: { signIns: Series; failures: Series }) {
  const messages = useMessages(overviewMessages);
  const isEmpty = signIns.methods.length + failures.methods.length === 0;
  return (
    <Card withBorder padding="md" className="sign-ins">
      <Title order={2} size="h4" mb="sm">
        {messages.byMethod}
      </Title>
      {isEmpty ? (
        <EmptyState icon={ChartColumn} title={messages.noSignIns} lead={messages.noSignInsLead} />
      ) : (
        <>
          <SignInBars signIns={signIns} failures={failures} label={messages.chartLabel} />
          <Methods signIns={signIns} failures={failures} />
          <Days signIns={signIns} failures={failures} />
        </>
      )}
    </Card>
  );
}

/** The legend of the bars, with the figures of each method. */
function Methods({ signIns, failures }: { signIns: Series; failures: Series }) {
  const messages = useMessages(overviewMessages);
  const { language } = useLanguage();
  const succeeded = new Map(signIns.methods.map(({ method, total }) => [method, total]));
  const failed = new Map(failures.methods.map(({ method, total }) => [method, total]));
  const methods = [...new Set([...succeeded.keys(), ...failed.keys()])];
  const format = (count = 0) => count.toLocaleString(language);
  return (
    <table className="methods" aria-label={messages.byMethod}>
      <thead>
        <tr>
          <th scope="col">{messages.method}</th>
          <th scope="col">{messages.signIns}</th>
          <th scope="col">{messages.failed}</th>
        </tr>
      </thead>
      <tbody>
        {methods.map((method) => (
          <tr key={method}>
            <th scope="row">
              <i style={{ backgroundColor: methodColor(method) }} aria-hidden />
              {methodName(language, method)}
            </th>
            <td>{format(succeeded.get(method))}</td>
            <td>
              {failed.get(method) ? (
                <ScreenLink to="audit" state={{ actions: ['LoginFailed'], methods: [method] }}>
                  {format(failed.get(method))}
                </ScreenLink>
              ) : (
                '0'
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The numbers of the bars. */
function Days({ signIns, failures }: { signIns: Series; failures: Series }) {
  const messages = useMessages(overviewMessages);
  const { language } = useLanguage();
  const rows = signIns.days
    .map((day, index) => ({ ...day, failed: failures.days[index]?.total ?? 0 }))
    .filter(({ total, failed }) => total + failed > 0);
  return (
    <details>
      <Text component="summary" size="sm" c="dimmed">
        {messages.asTable}
      </Text>
      <Table.ScrollContainer minWidth={320}>
        <Table fz="sm" aria-label={messages.chartLabel}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{messages.day}</Table.Th>
              {signIns.methods.map(({ method }) => (
                <Table.Th key={method} ta="right">
                  {methodName(language, method)}
                </Table.Th>
              ))}
              <Table.Th ta="right">{messages.failed}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ day, counts, failed }) => (
              <Table.Tr key={day}>
                <Table.Th scope="row">{day}</Table.Th>
                {signIns.methods.map(({ method }) => (
                  <Table.Td key={method} ta="right">
                    {(counts[method] ?? 0).toLocaleString(language)}
                  </Table.Td>
                ))}
                <Table.Td ta="right">{failed.toLocaleString(language)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </details>
  );
}
