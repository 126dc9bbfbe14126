import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
  method: string;
  /** Includes the query. */
  url: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface RecordingServer {
  url: string;
  requests: RecordedRequest[];
  /** Answers all requests from now on. */
  answer: (request: RecordedRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Starts a real HTTP server that records the requests it receives. */
export async function startRecordingServer(): Promise<RecordingServer> {
  const requests: RecordedRequest[] = [];
  const http = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = incoming;
    const request = { method, url, headers, body: Buffer.concat(chunks).toString() };
    requests.push(request);
    recording.answer(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const recording: RecordingServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    requests,
    answer: (_request, response) => sendJson(response, 200, {}),
    close: () => {
      http.closeAllConnections();
      return new Promise((resolve) => http.close(() => resolve()));
    },
  };
  return recording;
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}
