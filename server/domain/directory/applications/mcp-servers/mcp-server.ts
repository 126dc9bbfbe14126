import type { InboundScope } from '../third-party/inbound-app.ts';

/** A server of the Model Context Protocol whose clients sign in here. */
export interface McpServer {
  id: string;
  name: string;
  /** Its address, which is the audience of its tokens (RFC 8707). */
  url: string;
  settings: McpServerSettings;
  createdAt: number;
  modifiedAt: number;
}

export interface McpServerSettings {
  description: string;
  /** The scopes that clients can ask for. The values are names of roles. */
  scopes: InboundScope[];
  /** Clients cannot register themselves (RFC 7591). */
  registrationDisabled: boolean;
  /** Clients cannot describe themselves by a document whose address is their client ID. */
  metadataDocumentsDisabled: boolean;
}

export const emptyMcpSettings: McpServerSettings = {
  description: '',
  scopes: [],
  registrationDisabled: false,
  metadataDocumentsDisabled: false,
};

/** The largest list in one response. */
export const maxMcpServers = 1_000;
