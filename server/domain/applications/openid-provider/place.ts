import { isLoopbackUrl } from '../../../core/url.ts';
import { endpointsUrl, issuerUrl } from '../../directory/applications/sso/sso-app.ts';

/** Where a client sends its requests. Each place is an issuer of its own, with endpoints of its own. */
export type Place =
  | { kind: 'project' }
  | { kind: 'application'; appId: string }
  /** The project is absent in the addresses that serve all projects. */
  | { kind: 'thirdParty'; projectId?: string | undefined }
  | { kind: 'mcpServer'; projectId: string; mcpServerId: string };

export interface PlaceParams {
  ssoAppId?: string;
  projectId?: string;
  mcpServerId?: string;
}

/** Reads an ID of an address. PostgreSQL refuses a question about a text with a NUL character. */
export function idIn(text = ''): string {
  return text.includes('\0') ? '' : text;
}

const placeOfServer = ({ projectId, mcpServerId }: PlaceParams): Place => ({
  kind: 'mcpServer',
  projectId: idIn(projectId),
  mcpServerId: idIn(mcpServerId),
});

/** The places as paths below which the endpoints are. */
export const placePaths: { path: string; placeOf: (params: PlaceParams) => Place }[] = [
  { path: '/oauth2/v1', placeOf: () => ({ kind: 'project' }) },
  {
    path: '/:ssoAppId/oauth2/v1',
    placeOf: ({ ssoAppId }) => ({ kind: 'application', appId: idIn(ssoAppId) }),
  },
  { path: '/oauth2/v1/apps', placeOf: () => ({ kind: 'thirdParty' }) },
  {
    path: '/oauth2/v1/apps/:projectId',
    placeOf: ({ projectId }) => ({ kind: 'thirdParty', projectId: idIn(projectId) }),
  },
  {
    path: '/oauth2/v1/apps/agentic/:projectId/:mcpServerId',
    placeOf: placeOfServer,
  },
];

/** The places as paths of their issuers. */
export const issuerPaths: { issuer: string; placeOf: (params: PlaceParams) => Place }[] = [
  { issuer: '/:projectId', placeOf: () => ({ kind: 'project' }) },
  {
    issuer: '/:projectId/:ssoAppId',
    placeOf: ({ ssoAppId }) => ({ kind: 'application', appId: idIn(ssoAppId) }),
  },
  {
    issuer: '/v1/apps/:projectId',
    placeOf: ({ projectId }) => ({ kind: 'thirdParty', projectId: idIn(projectId) }),
  },
  {
    issuer: '/v1/apps/agentic/:projectId/:mcpServerId',
    placeOf: placeOfServer,
  },
];

/** The provider as a client sees it. */
export interface Issuer {
  url: string;
  /** The address under which its endpoints are. */
  endpoints: string;
}

/**
 * Reports whether `url` names this issuer. On a developer's machine the same one may have had another loopback address
 * when a token was issued, such as 127.0.0.1 in place of localhost.
 */
export function isIssuer(url: string, issuer: Issuer): boolean {
  if (url === issuer.url) return true;
  return (
    isLoopbackUrl(url) && isLoopbackUrl(issuer.url) && new URL(url).pathname === new URL(issuer.url).pathname
  );
}

export function issuerAt({ baseUrl }: { baseUrl: string }, projectId: string, place: Place): Issuer {
  const endpoints = `${baseUrl}/oauth2/v1`;
  switch (place.kind) {
    case 'project':
      return { url: issuerUrl({ baseUrl }, projectId), endpoints };
    case 'application':
      return {
        url: issuerUrl({ baseUrl }, projectId, place.appId),
        endpoints: endpointsUrl({ baseUrl }, place.appId),
      };
    case 'thirdParty':
      return { url: `${baseUrl}/v1/apps/${projectId}`, endpoints: `${endpoints}/apps/${projectId}` };
    case 'mcpServer': {
      const path = `agentic/${projectId}/${place.mcpServerId}`;
      return { url: `${baseUrl}/v1/apps/${path}`, endpoints: `${endpoints}/apps/${path}` };
    }
  }
}
