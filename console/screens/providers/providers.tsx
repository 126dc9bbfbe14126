import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../api/use-api.ts';
import { CreateButton } from '../../parts/create-button.tsx';
import { ErrorNotice } from '../../parts/error-notice.tsx';
import { Loading } from '../../parts/loading.tsx';
import { Page } from '../../parts/page.tsx';
import { useUrlState } from '../../parts/url-state.ts';
import { useMay } from '../../session/session.tsx';
import { useWords } from '../../words/language.tsx';
import { knownProviders } from './known.ts';
import { ProviderCard } from './provider-card.tsx';
import { ProviderDialog } from './provider-dialog.tsx';
import { providerWords } from './words.ts';

/** `open`: the provider whose dialog is open; `add`: that of a new one. */
const defaults = { open: '', add: false };

export default function Providers() {
  const words = useWords(providerWords);
  const mayChange = useMay('administrator');
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
      title={words.title}
      lead={words.lead}
      actions={
        <CreateButton may={mayChange} onClick={() => change({ add: true })}>
          {words.add}
        </CreateButton>
      }
    >
      {error && <ErrorNotice error={error} retry={refetch} />}
      {!error && !data && <Loading />}
      {data && (
        <Stack gap="xl">
          <Section title={words.known}>
            {knownProviders.map(({ id, title }) => (
              <ProviderCard
                key={id}
                title={title}
                saved={data.find(({ provider }) => provider === id)}
                onOpen={() => change({ open: id })}
              />
            ))}
          </Section>
          <Section title={words.own} lead={words.ownLead} none={own.length === 0 ? words.ownNone : undefined}>
            {own.map((saved) => (
              <ProviderCard
                key={saved.provider}
                title={saved.title}
                saved={saved}
                onOpen={() => change({ open: saved.provider })}
              />
            ))}
          </Section>
          {(add || openKnown || openSaved) && (
            <ProviderDialog
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
  /** In the place of the cards, when there are none. */
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
