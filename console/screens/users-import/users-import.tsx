import { Stepper, Title } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useUrlState } from '../../components/url-state.ts';
import { useAttributes, useRoles } from '../../components/users/lookups.ts';
import { useMessages } from '../../i18n/language.tsx';
import { CheckStep } from './check-step.tsx';
import { guessMeanings, type Meaning } from './columns.ts';
import { ColumnsStep } from './columns-step.tsx';
import { importMessages } from './messages.ts';
import { ResultStep } from './result-step.tsx';
import { SourceStep } from './source-step.tsx';
import { useCheck } from './use-check.ts';
import { useImport } from './use-import.ts';
import { defaultView, type Invitation, type Step, steps, type Table } from './view.ts';

/** Imports users from a CSV file: map the columns, check each row, and only then write. */
export default function UsersImport() {
  const messages = useMessages(importMessages);
  const [view, change] = useUrlState(defaultView);
  const [table, setTable] = useState<Table>();
  const [meanings, setMeanings] = useState<Meaning[]>([]);
  const [invitation, setInvitation] = useState<Invitation>();
  const attributes = useAttributes();
  const roles = useRoles(table !== undefined);
  const { check, run: runCheck } = useCheck();
  const { run, start, resume, stop, forget } = useImport();
  const error = attributes.error ?? roles.error;
  const goTo = useCallback((step: Step) => change({ step, page: 1, bad: false }), [change]);

  const read = (table: Table) => {
    setTable(table);
    setMeanings(guessMeanings(table.header, attributes.data ?? []));
    forget();
    goTo('columns');
  };
  const checkAll = () => {
    if (!table) return;
    void runCheck(table.rows, {
      meanings,
      invitation,
      attributes: attributes.data ?? [],
      roles: roles.data ?? [],
    });
  };

  // The file is only in this page's memory, so a linked later step starts over at the first one.
  const possible: Record<Step, boolean> = {
    source: true,
    columns: table !== undefined,
    check: table !== undefined && check !== undefined,
    result: run !== undefined,
  };
  const wanted = steps.find((step) => step === view.step) ?? 'source';
  const step = possible[wanted] ? wanted : 'source';
  const isReady = attributes.data && (step === 'source' || roles.data);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Stepper
        active={steps.indexOf(step)}
        size="sm"
        allowNextStepsSelect={false}
        onStepClick={(index) => steps[index] && step !== 'result' && goTo(steps[index])}
        aria-label={messages.steps}
        wrap
      >
        {steps.map((step) => (
          <Stepper.Step key={step} label={messages[step]} />
        ))}
      </Stepper>
      <StepTitle key={step} isFirst={step === 'source'}>
        {messages[step]}
      </StepTitle>
      {error ? (
        <ErrorNotice error={error} />
      ) : !isReady ? (
        <Loading height={320} />
      ) : (
        <>
          {step === 'source' && <SourceStep onRead={read} />}
          {step === 'columns' && table && (
            <ColumnsStep
              table={table}
              meanings={meanings}
              invitation={invitation}
              attributes={attributes.data ?? []}
              onMeanings={setMeanings}
              onInvitation={setInvitation}
              onBack={() => goTo('source')}
              onNext={() => {
                checkAll();
                goTo('check');
              }}
            />
          )}
          {step === 'check' && check && (
            <CheckStep
              check={check}
              view={view}
              change={change}
              invitation={invitation}
              header={table?.header ?? []}
              onBack={() => goTo('columns')}
              onRetry={checkAll}
              onNext={() => {
                goTo('result');
                start(
                  check.rows.filter(({ problems }) => problems.length === 0),
                  invitation,
                );
              }}
            />
          )}
          {step === 'result' && run && (
            <ResultStep
              run={run}
              view={view}
              change={change}
              header={table?.header ?? []}
              onStop={stop}
              onResume={resume}
              onRestart={() => {
                setTable(undefined);
                setInvitation(undefined);
                forget();
                goTo('source');
              }}
            />
          )}
        </>
      )}
    </Page>
  );
}

/** Receives the focus when its step begins, which scrolls to the top and announces the step to screen readers. */
function StepTitle({ isFirst, children }: { isFirst: boolean; children: string }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isFirst) return;
    title.current?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
  }, [isFirst]);
  return (
    <Title order={2} size="h4" ref={title} tabIndex={-1} style={{ outline: 'none' }}>
      {children}
    </Title>
  );
}
