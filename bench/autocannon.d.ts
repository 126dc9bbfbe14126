/** The part of autocannon that `measure.ts` uses; the package has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  export interface ConnectionRequest {
    method: string;
    path: string;
    headers: Record<string, string>;
    body?: string;
    setupRequest(request: ConnectionRequest): ConnectionRequest;
    onResponse(status: number, body: string): void;
  }

  export interface Outcome {
    non2xx: number;
    errors: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  export default function autocannon(
    options: {
      url: string;
      connections: number;
      duration: number;
      timeout: number;
      sampleInt: number;
      setupClient(connection: { setRequests(requests: ConnectionRequest[]): void }): void;
    },
    callback: (error: Error | null, outcome: Outcome) => void,
  ): EventEmitter<{
    response: [connection: unknown, status: number, bytes: number, milliseconds: number];
    reqError: [error: Error];
  }>;
}
