import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requireBearerAuth } from '@modelcontextprotocol/sdk/server/auth/middleware/bearerAuth.js';
import {
  getOAuthProtectedResourceMetadataUrl,
  mcpAuthMetadataRouter,
} from '@modelcontextprotocol/sdk/server/auth/router.js';
import { createMcpExpressApp } from '@modelcontextprotocol/sdk/server/express.js';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { createRemoteJWKSet, jwtVerify } from 'jose';

/**
 * An MCP server of its official SDK that lets nobody in without a token of our issuer. `protect` is called once the issuer is
 * known, because the issuer must know the server's address first.
 */
export async function startMcpServer() {
  const app = createMcpExpressApp();
  const server: Server = await new Promise((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;

  async function protect(issuer: string, requiredScopes: string[]): Promise<void> {
    const resourceServerUrl = new URL(url);
    const { pathname, origin } = new URL(issuer);
    const oauthMetadata = await (
      await fetch(`${origin}/.well-known/oauth-authorization-server${pathname}`)
    ).json();
    const keys = createRemoteJWKSet(new URL(oauthMetadata.jwks_uri));
    app.use(mcpAuthMetadataRouter({ oauthMetadata, resourceServerUrl, scopesSupported: requiredScopes }));
    const verifier = {
      async verifyAccessToken(token: string) {
        const { payload } = await jwtVerify(token, keys, { issuer, audience: url, typ: 'at+jwt' });
        return {
          token,
          clientId: String(payload['client_id']),
          scopes: String(payload['scope']).split(' '),
          expiresAt: payload.exp ?? 0,
          extra: { userId: payload.sub },
        };
      },
    };
    const resourceMetadataUrl = getOAuthProtectedResourceMetadataUrl(resourceServerUrl);
    app.post(
      '/mcp',
      requireBearerAuth({ verifier, requiredScopes, resourceMetadataUrl }),
      async (request, response) => {
        const mcp = new McpServer({ name: 'notes', version: '1.0.0' });
        mcp.registerTool('who-am-i', { description: 'Says who is signed in' }, ({ authInfo }) => ({
          content: [{ type: 'text', text: String(authInfo?.extra?.['userId']) }],
        }));
        const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined });
        response.on('close', () => {
          void transport.close();
          void mcp.close();
        });
        await mcp.connect(transport);
        await transport.handleRequest(request, response, request.body);
      },
    );
    app.all('/mcp', (_request, response) => response.status(405).end());
  }

  return { url, protect, close: () => new Promise((resolve) => server.close(resolve)) };
}
