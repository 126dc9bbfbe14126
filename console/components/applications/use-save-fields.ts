import type { Client, Result } from '../../../client/client.ts';
import { unwrap } from '../../api/failure.ts';
import { merge } from '../../api/merge.ts';
import { useWrite } from '../../api/use-api.ts';
import { useMessages } from '../../i18n/language.tsx';
import { sharedMessages } from '../../i18n/shared-messages.ts';
import { useProject } from '../../session/project.tsx';
import type { Draft } from '../use-draft.ts';
import type { ClientKind } from './kinds.ts';

interface Methods<A, V> {
  load(client: Client): Promise<Result<A>>;
  /** Returns the fields of an application as they are sent to the API. */
  fieldsOf(app: A): object;
  update(client: Client, app: A, changes: Partial<V>): Promise<Result<unknown>>;
}

/**
 * Saves the changed fields of one card of an application, unless another administrator changed them, too. The other
 * fields are those of now, not those of when the page was loaded.
 */
export function useSaveFields<V extends object, A>(
  kind: ClientKind,
  { load, fieldsOf, update }: Methods<A, V>,
) {
  const { client } = useProject();
  const { saved } = useMessages(sharedMessages);
  const write = async (client: Client, before: Partial<V>, changes: Partial<V>) => {
    const current = await unwrap(load(client));
    return update(client, current, merge(before, changes, fieldsOf(current)));
  };
  return useWrite((client, { before, changes }: Draft<V>) => write(client, before, changes), {
    changes: [[kind.screen]],
    done: saved,
    reportsFailure: false,
    undo: (_, { before, changes }) => unwrap(write(client, changes, before)),
  });
}
