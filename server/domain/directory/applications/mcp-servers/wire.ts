import { type Static, t } from '../../../../http/schema.ts';
import { scopeInput, scopesFromWire } from '../third-party/wire.ts';
import type { McpServerInput } from './change-server.ts';

/** The fields of a server, without the ID. */
export const mcpServerInput = {
  name: t.text({ emptyIsAbsent: true, maxLength: 255 }),
  url: t.text({ emptyIsAbsent: true, description: 'The URL that clients connect to' }),
  description: t.optional(t.text({ maxLength: 1_024 })),
  scopes: scopeInput('What clients can request: `values` are names of roles that the user must have'),
  registrationDisabled: t.optional(t.flag({ description: 'Clients cannot register themselves (RFC 7591)' })),
  metadataDocumentsDisabled: t.optional(
    t.flag({ description: 'Clients cannot use the URL of a metadata document as their client ID' }),
  ),
};

const fieldsSchema = t.object(mcpServerInput);

export function mcpServerFromWire({
  name,
  url,
  scopes = [],
  ...settings
}: Static<typeof fieldsSchema>): McpServerInput {
  const { description = '', registrationDisabled = false, metadataDocumentsDisabled = false } = settings;
  return {
    name,
    url,
    settings: {
      description,
      registrationDisabled,
      metadataDocumentsDisabled,
      scopes: scopesFromWire(scopes),
    },
  };
}
