import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../components/create-button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { knownProviders } from '../../components/providers/known.ts';
import { useUrlState } from '../../components/url-state.ts';
import { useMessages } from '../../i18n/language.tsx';
import { useHasRole } from '../../session/session.tsx';
import { providerMessages } from './messages.ts';
import { ProviderCard } from './provider-card.tsx';
import { ProviderForm } from './provider-form.tsx';

/** `open` is the provider whose form is open. `add` opens the form of a new one. */
const defaults = { open: '', add: false };

export default function Providers() {
  const messages = useMessages(providerMessages);
  const mayChange = useHasRole('administrator');
  const [{ open, add }, change] = useUrlState(defaults);
  const { data, error, refetch } = useRead(['providers'], (client) =>
    client.management.oauth.loadAllProviders(),
  );
  const isKnown = (id: string) => knownProviders.some((known) => known.id === id);
  const own = data?.filter(({ provider }) => !isKnown(provider)) ?? [];
  const close = () => change({ open: '', add: false });
  const openKnown = knownProviders.find(({ id }) => id === open);
  const openSaved = data?.find(({ provider }) => provider === open);
  return (
    <Page
      title={messages.title}
      lead={messages.lead}
      actions={
        <CreateButton may={mayChange} onClick={() => change({ add: true })}>
          {messages.add}
        </CreateButton>
      }
    >
      {error && <ErrorNotice error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <Stack gap="xl">
          <Section title={messages.known}>
            {knownProviders.map(({ id, title }) => (
              <ProviderCard
                key={id}
                id={id}
                title={title}
                saved={data.find(({ provider }) => provider === id)}
                onOpen={() => change({ open: id })}
              />
            ))}
          </Section>
          <Section
            title={messages.own}
            lead={messages.ownLead}
            none={own.length === 0 ? messages.ownNone : undefined}
          >
            {own.map((saved) => (
              <ProviderCard
                key={saved.provider}
                id={saved.provider}
                title={saved.title}
                saved={saved}
                onOpen={() => change({ open: saved.provider })}
              />
            ))}
          </Section>
          {(add || openKnown || openSaved) && (
            <ProviderForm
              key={open}
              known={openKnown}
              saved={openSaved}
              taken={data.map(({ provider }) => provider)}
              onClose={close}
            />
          )}
        </Stack>
      )}
    </Page>
  );
}

interface SectionProps {
  title: string;
  lead?: string;
  /** Shown if there are no cards. */
  none?: string | undefined;
  children: ReactNode;
}

function Section({ title, lead, none, children }: SectionProps) {
  return (
    <section>
      <Title order={2} size="h4">
        {title}
      </Title>
      {lead && (
        <Text size="sm" c="dimmed">
          {lead}
        </Text>
      )}
      {none ? (
        <Text size="sm" mt="sm">
          {none}
        </Text>
      ) : (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="sm">
          {children}
        </SimpleGrid>
      )}
    </section>
  );
}
