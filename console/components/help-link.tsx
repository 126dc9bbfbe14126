import { BookOpen } from 'lucide-react';
import { createContext, type ReactNode, useContext } from 'react';
import { useMessages } from '../i18n/language.tsx';
import { sharedMessages } from '../i18n/shared-messages.ts';

const HelpContext = createContext('');

/** Tells the screen inside it where its documentation is, below `/docs/`. */
export function HelpTarget({ address, children }: { address: string; children: ReactNode }) {
  return <HelpContext.Provider value={address}>{children}</HelpContext.Provider>;
}

/** Opens the documentation of the screen in a new tab, in the version that this server runs. */
export function HelpLink() {
  const { docs, docsLead } = useMessages(sharedMessages);
  const address = useContext(HelpContext);
  return (
    <a className="help-link" href={`/docs/${address}`} target="_blank" rel="noopener" title={docsLead}>
      <BookOpen size={14} aria-hidden />
      {docs}
    </a>
  );
}
