import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { configure, type Draft } from './draft.ts';
import { ssoMessages } from './messages.ts';

/** Saves a connection. The dialog that saves it shows the error. */
export function useConnectionWrite(settings: SsoSettings, onDone?: () => void) {
  const messages = useMessages(ssoMessages);
  return useWrite((client, draft: Draft) => configure(client, settings, draft), {
    changes: [['tenant', settings.tenant.id], ['tenants']],
    reportsFailure: false,
    done: messages.saved,
    ...(onDone && { onDone }),
  });
}
