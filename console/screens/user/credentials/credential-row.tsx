import { Button } from '@mantine/core';
import { ChevronDown, ChevronUp, type LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { credentialMessages } from '../../../components/users/credential-messages.ts';
import { useMessages } from '../../../i18n/language.tsx';

interface CredentialRowProps {
  icon: LucideIcon;
  /** Shown instead of the icon, such as a provider's logo. */
  picture?: ReactNode;
  name: string;
  /** Says whether the user has it, and since when. */
  state: ReactNode;
  actions?: ReactNode;
  /** The details that are shown on demand, such as each passkey. */
  details?: ReactNode;
}

/** One kind of credential in the list of them. */
export function CredentialRow({ icon: Icon, picture, name, state, actions, details }: CredentialRowProps) {
  const messages = useMessages(credentialMessages);
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const Chevron = isOpen ? ChevronUp : ChevronDown;
  return (
    <li>
      <div className="item">
        {picture ?? <Icon size={20} aria-hidden />}
        <div className="item-text">
          <h3>{name}</h3>
          <div>{state}</div>
        </div>
        <div className="item-actions">
          {details && (
            <Button
              variant="default"
              size="xs"
              rightSection={<Chevron size={14} aria-hidden />}
              aria-expanded={isOpen}
              aria-controls={id}
              aria-label={messages.detailsOf(name)}
              onClick={() => setIsOpen(!isOpen)}
            >
              {messages.details}
            </Button>
          )}
          {actions}
        </div>
      </div>
      {details && isOpen && (
        <div className="item-details" id={id}>
          {details}
        </div>
      )}
    </li>
  );
}
