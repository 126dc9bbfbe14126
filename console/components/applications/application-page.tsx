import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../../api/failure.ts';
import { useMessages } from '../../i18n/language.tsx';
import { EmptyState } from '../empty-state.tsx';
import { ErrorNotice } from '../error-notice.tsx';
import { useGo } from '../links.tsx';
import { Loading } from '../loading.tsx';
import { Page } from '../page.tsx';
import type { ClientKind } from './kinds.ts';
import { appMessages } from './messages.ts';

interface ApplicationPageProps<A> {
  kind: ClientKind;
  /** The title of the list. */
  title: string;
  app: { data: A | undefined; error: unknown; refetch(): void };
  actions(app: A): ReactNode;
  children(app: A): ReactNode;
}

/** The page of one application, or what stands in for it: not yet loaded, not found, an error. */
export function ApplicationPage<A extends { name: string }>(props: ApplicationPageProps<A>) {
  const { kind, title, app, actions, children } = props;
  const { missing, missingLead, toList } = useMessages(appMessages);
  const go = useGo();
  const { data, error, refetch } = app;
  const within = [{ title, to: kind.screen }];
  if (data)
    return (
      <Page key="app" title={data.name} within={within} actions={actions(data)}>
        {children(data)}
      </Page>
    );
  if (error instanceof ApiError && error.status === 404)
    return (
      <Page title={missing} within={within}>
        <EmptyState
          icon={kind.icon}
          title={missing}
          lead={missingLead}
          action={<Button onClick={() => go(kind.screen)}>{toList}</Button>}
        />
      </Page>
    );
  return <Page title={title}>{error ? <ErrorNotice error={error} retry={refetch} /> : <Loading />}</Page>;
}
