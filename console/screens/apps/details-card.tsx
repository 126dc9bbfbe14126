import type { SsoApplication } from '../../../client/client.ts';
import { DetailsCard, type ShownDetails } from '../../components/applications/details-card.tsx';
import { appMessages } from '../../components/applications/messages.ts';
import { CopyText } from '../../components/copy-text.tsx';
import { Details } from '../../components/details.tsx';
import { ScreenLink } from '../../components/links.tsx';
import { useMessages } from '../../i18n/language.tsx';
import { useSaveApp } from './update-app.ts';

export function SsoDetailsCard({ app }: { app: SsoApplication }) {
  const messages = useMessages(appMessages);
  const { id, appType } = app;
  return (
    <DetailsCard
      app={app}
      save={useSaveApp<ShownDetails>(app)}
      facts={
        <Details
          facts={[
            [messages.type, messages.types[appType]],
            [messages.id, <CopyText key="id" text={id} what={messages.id} />],
            [
              messages.users,
              <ScreenLink key="users" to="users" state={{ apps: [id] }}>
                {messages.showUsers}
              </ScreenLink>,
            ],
          ]}
        />
      }
    />
  );
}
