import { Page } from '../../../components/page.tsx';
import { useMessages } from '../../../i18n/language.tsx';
import { policyMessages } from './messages.ts';
import { Policies } from './policy.tsx';

export default function PolicyScreen() {
  const messages = useMessages(policyMessages);
  return (
    <Page title={messages.title} lead={messages.lead}>
      <Policies />
    </Page>
  );
}
