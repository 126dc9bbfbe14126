import { issuerUrl } from '../../directory/sso-apps/sso-app.ts';

/** Where a client sends its requests. Each place is an issuer of its own, with endpoints of its own. */
export type Place = { kind: 'project' } | { kind: 'application'; appId: string };

export interface PlaceParams {
  ssoAppId?: string;
  projectId?: string;
}

/** The places as paths below which the endpoints are. */
export const placePaths: { path: string; placeOf: (params: PlaceParams) => Place }[] = [
  { path: '/oauth2/v1', placeOf: () => ({ kind: 'project' }) },
  {
    path: '/:ssoAppId/oauth2/v1',
    placeOf: ({ ssoAppId = '' }) => ({ kind: 'application', appId: ssoAppId }),
  },
];

/** The places as paths of their issuers. */
export const issuerPaths: { issuer: string; placeOf: (params: PlaceParams) => Place }[] = [
  { issuer: '/:projectId', placeOf: () => ({ kind: 'project' }) },
  {
    issuer: '/:projectId/:ssoAppId',
    placeOf: ({ ssoAppId = '' }) => ({ kind: 'application', appId: ssoAppId }),
  },
];

/** The provider as a client sees it. */
export interface Issuer {
  url: string;
  /** The address under which its endpoints are. */
  endpoints: string;
}

export function issuerAt({ baseUrl }: { baseUrl: string }, projectId: string, place: Place): Issuer {
  const endpoints = `${baseUrl}/oauth2/v1`;
  switch (place.kind) {
    case 'project':
      return { url: issuerUrl({ baseUrl }, projectId), endpoints };
    case 'application':
      return {
        url: issuerUrl({ baseUrl }, projectId, place.appId),
        endpoints: `${baseUrl}/${place.appId}/oauth2/v1`,
      };
  }
}
