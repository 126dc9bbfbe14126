import { maxRedirectUrls } from '../../../client/constants.ts';
import { TextList } from '../../components/text-list.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { thirdPartyMessages } from './messages.ts';

/** Edits the addresses to which an application returns. The server knows the rules for schemes of apps. */
export function CallbackList({ urls, onChange }: { urls: string[]; onChange(urls: string[]): void }) {
  const messages = useMessages(thirdPartyMessages);
  return (
    <TextList
      label={messages.callbacks}
      description={messages.callbacksLead}
      placeholder="https://app.example.com/callback"
      values={urls}
      onChange={onChange}
      problemOf={(url) => (URL.canParse(url) && !/[#*]/.test(url) ? undefined : messages.noCallback)}
      max={maxRedirectUrls}
    />
  );
}
