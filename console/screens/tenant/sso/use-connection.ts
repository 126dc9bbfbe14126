import type { Client, SsoSettings } from '../../../../client/client.ts';
import { unwrap } from '../../../api/failure.ts';
import { merge } from '../../../api/merge.ts';
import { useWrite } from '../../../api/use-api.ts';
import { useMessages } from '../../../i18n/language.tsx';
import { configure, type Draft, draftOf } from './draft.ts';
import { ssoMessages } from './messages.ts';

/** Saves a connection, with what another administrator changed in it meanwhile. The dialog that saves it shows the error. */
export function useConnectionWrite(settings: SsoSettings, onDone?: () => void) {
  const messages = useMessages(ssoMessages);
  const { ssoId, tenant } = settings;
  const write = async (client: Client, draft: Draft) => {
    const current = await unwrap(client.management.sso.loadSettings(tenant.id, ssoId));
    return configure(client, current, merge(draftOf(settings), draft, draftOf(current)));
  };
  return useWrite(write, {
    changes: [['tenant', tenant.id], ['tenants']],
    reportsFailure: false,
    done: messages.saved,
    ...(onDone && { onDone }),
  });
}
