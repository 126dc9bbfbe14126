import type { SsoSettings } from '../../../../client/client.ts';
import { useWrite } from '../../../api/use-api.ts';
import { useWords } from '../../../words/language.tsx';
import { configure, type Draft } from './draft.ts';
import { ssoWords } from './words.ts';

/** Saves a connection; the dialog that did it shows what was refused. */
export function useConnectionWrite(settings: SsoSettings, onDone?: () => void) {
  const words = useWords(ssoWords);
  return useWrite((client, draft: Draft) => configure(client, settings, draft), {
    changes: [['tenant', settings.tenant.id], ['tenants']],
    tellsFailure: false,
    done: words.saved,
    ...(onDone && { onDone }),
  });
}
