import { Grid } from '@mantine/core';
import { useProjectSettings } from '../../api/use-project-settings.ts';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { Loading } from '../../components/loading.tsx';
import { Page } from '../../components/page.tsx';
import { useDraft } from '../../components/use-draft.ts';
import { useMessages } from '../../i18n/language.tsx';
import { BrandingForm } from './branding-form.tsx';
import { brandingMessages } from './messages.ts';
import { Preview } from './preview.tsx';
import type { BrandingValues } from './values.ts';

/** The appearance of the pages that users see: the form, and beside it a page with what is being edited. */
export default function Branding() {
  const messages = useMessages(brandingMessages);
  const { data, error, refetch } = useProjectSettings();
  return (
    <Page
      title={messages.title}
      lead={
        <>
          {messages.lead}{' '}
          <ScreenLink to="flows" underline="always">
            {messages.toFlows}
          </ScreenLink>
        </>
      }
    >
      {error && <ErrorNotice error={error} retry={refetch} />}
      {!error && (data ? <Editor stored={data.branding} /> : <Loading />)}
    </Page>
  );
}

function Editor({ stored }: { stored: BrandingValues }) {
  const draft = useDraft<BrandingValues>(stored);
  return (
    <Grid gap="lg">
      <Grid.Col span={{ base: 12, lg: 5 }}>
        <BrandingForm draft={draft} />
      </Grid.Col>
      <Grid.Col span={{ base: 12, lg: 7 }}>
        <Preview values={draft.values} />
      </Grid.Col>
    </Grid>
  );
}
