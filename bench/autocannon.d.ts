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

  export interface Connection {
    setRequests(requests: ConnectionRequest[]): void;
  }

  export interface Options {
    url: string;
    connections: number;
    duration: number;
    timeout?: number;
    sampleInt?: number;
    setupClient?(connection: Connection): void;
  }

  export interface Outcome {
    non2xx: number;
    errors: number;
    timeouts: number;
    statusCodeStats: Record<string, { count: number }>;
  }

  export interface Run extends EventEmitter {
    on(
      event: 'response',
      listener: (connection: Connection, status: number, bytes: number, milliseconds: number) => void,
    ): this;
    on(event: 'reqError', listener: (error: Error) => void): this;
  }

  export default function autocannon(
    options: Options,
    callback: (error: Error | null, outcome: Outcome) => void,
  ): Run;
}
