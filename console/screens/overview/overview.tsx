import { Card, Grid, SegmentedControl, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core';
import { ChartColumn } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.ts';
import { now } from '../../clock.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { loadable } from '../../components/loadable.tsx';
import { Page } from '../../components/page.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useLanguage, useMessages } from '../../i18n/language.tsx';
import { Attention } from './attention.tsx';
import { FirstSteps } from './first-steps.tsx';
import { overviewMessages } from './messages.ts';
import { byDay, dayMs, totalOf } from './series.ts';

const defaults = { days: 30 };
const choices = [7, 30, 90];
const chartHeight = 260;
const MethodChart = loadable(() => import('./method-chart.tsx'), <Skeleton h={chartHeight} />);
const actions = { signIn: 'LoginSucceed', failure: 'LoginFailed', created: 'UserCreated' };

export default function Overview() {
  const messages = useMessages(overviewMessages);
  const [view, change] = useUrlState(defaults);
  // The address can contain any number, and a chart with a million days would be too large.
  const days = choices.includes(view.days) ? view.days : defaults.days;
  const users = useRead(['users', 'total'], (client) => client.management.user.search({ limit: 1 }));
  const activity = useRead(['activity', days], (client) =>
    client.management.analytics.search({
      actions: Object.values(actions),
      from: startOfDay(days),
      groupByAction: true,
      groupByMethod: true,
      groupByCreated: 'd',
    }),
  );
  const of = (action: string) => activity.data?.filter((count) => count.action === action);
  const signIns = of(actions.signIn);
  const failures = of(actions.failure);
  return (
    <Page
      title={messages.title}
      actions={
        <SegmentedControl
          aria-label={messages.range}
          value={String(days)}
          onChange={(value) => change({ days: Number(value) })}
          data={choices.map((count) => ({ value: String(count), label: messages.days(count) }))}
        />
      }
    >
      {users.data?.total === 0 && <FirstSteps />}
      <SimpleGrid cols={{ base: 2, md: 4 }}>
        <Figure label={messages.users} value={users.data?.total} />
        <Figure label={messages.newUsers} value={totalOf(of(actions.created))} />
        <Figure label={messages.signIns} value={totalOf(signIns)} />
        <Figure label={messages.failures} value={totalOf(failures)} />
      </SimpleGrid>
      {activity.error && <ErrorNotice error={activity.error} retry={activity.refetch} />}
      <Grid>
        <Grid.Col span={{ base: 12, md: 8 }}>
          <Stack>
            <ChartCard title={messages.byMethod}>
              {signIns?.length === 0 ? (
                <EmptyState icon={ChartColumn} title={messages.noSignIns} lead={messages.noSignInsLead} />
              ) : (
                signIns && <MethodChart {...byDay(signIns, days, now())} label={messages.byMethod} />
              )}
            </ChartCard>
            <ChartCard title={messages.failuresByMethod}>
              {failures?.length === 0 ? (
                <Text size="sm">{messages.noFailures}</Text>
              ) : (
                failures && (
                  <MethodChart {...byDay(failures, days, now())} label={messages.failuresByMethod} />
                )
              )}
            </ChartCard>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 4 }}>
          <Attention />
        </Grid.Col>
      </Grid>
      {users.data && users.data.total > 0 && users.data.total < 5 && <FirstSteps />}
    </Page>
  );
}

/**
 * Returns a range of whole days, so that the first bar covers a full day and the query stays the same for the rest of
 * the day.
 */
function startOfDay(days: number): number {
  return (Math.floor(now() / dayMs) - days + 1) * dayMs;
}

function Figure({ label, value }: { label: string; value: number | undefined }) {
  const { language } = useLanguage();
  return (
    <Card withBorder padding="md">
      <Text size="sm" c="dimmed">
        {label}
      </Text>
      {value === undefined ? (
        <Skeleton h={34} w={80} mt={2} />
      ) : (
        <Text fz={28} fw={650} lh={1.25}>
          {value.toLocaleString(language)}
        </Text>
      )}
    </Card>
  );
}

function ChartCard({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card withBorder padding="md">
      <Title order={2} size="h5" mb="md">
        {title}
      </Title>
      {children || <Skeleton h={chartHeight} />}
    </Card>
  );
}
