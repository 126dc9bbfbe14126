import { group } from '../../group.ts';
import { mcpServerEndpoints } from './endpoints.ts';
import { mcpServersPart } from './snapshot-part.ts';

export const mcpServers = group({
  name: 'directory/mcp-servers',
  tables: { mcpServers: { key: 'id' } },
  endpoints: mcpServerEndpoints,
  snapshot: [mcpServersPart],
});
