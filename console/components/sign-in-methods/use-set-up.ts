import { messageChannels } from '../../../client/constants.ts';
import { useRead } from '../../api/use-api.ts';
import { useSession } from '../../session/session.tsx';
import type { SetUp } from './needed-setup.ts';

/** Returns what the sign-in methods of the project can use. Undefined until it has loaded. */
export function useSetUp(): SetUp | undefined {
  const { mode } = useSession();
  const connectors = useRead(['connectors'], (client) => client.management.connectors.loadAll());
  const providers = useRead(['providers'], (client) => client.management.oauth.loadAllProviders());
  if (!connectors.data || !providers.data) return undefined;
  // In development, the inbox takes all messages.
  const channels = mode === 'development' ? messageChannels : connectors.data.map(({ channel }) => channel);
  return { channels, hasProvider: providers.data.some(({ enabled }) => enabled) };
}
