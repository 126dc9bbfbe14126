import { Page } from '../../components/page.tsx';
import { WithSettings } from '../../components/with-settings.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { limitMessages } from './limit-messages.ts';
import { Limits } from './limits.tsx';

export default function RateLimits() {
  const messages = useMessages(limitMessages);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <WithSettings>{(settings) => <Limits settings={settings} />}</WithSettings>
    </Page>
  );
}
