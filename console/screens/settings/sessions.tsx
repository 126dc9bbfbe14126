import { Page } from '../../components/page.tsx';
import { WithSettings } from '../../components/with-settings.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { tokenMessages } from './token-messages.ts';
import { Tokens } from './tokens.tsx';

export default function Sessions() {
  const messages = useMessages(tokenMessages);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <WithSettings>{(settings) => <Tokens settings={settings} />}</WithSettings>
    </Page>
  );
}
