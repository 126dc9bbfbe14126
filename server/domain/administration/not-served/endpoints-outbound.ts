import { ServiceError } from '../../../core/errors.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { emptyObject, t } from '../../../http/schema.ts';

const common = {
  method: 'GET',
  auth: 'optionalRefresh',
  partial: 'signed-in users get an empty list; a management key gets E501001',
  isOutsideClient: true,
  errors: ['E501001'],
} as const;

const description =
  'Outbound applications are not supported, so that there are none. The public widget gets an empty list with the refresh JWT of its user.';

type Asking = Parameters<ReturnType<typeof endpoint>['handle']>[0] & {
  signedInUser(): Promise<unknown>;
};

/** Throws E501001 unless a signed-in user asks. */
async function requireUser({ request, signedInUser }: Asking, operation: string): Promise<void> {
  if (request.refreshJwt === undefined)
    throw new ServiceError('E501001', `${operation} is not supported by this server`);
  await signedInUser();
}

/** The lists that `@descope/outbound-applications-widget` reads. */
export const outboundLists = [
  endpoint({
    ...common,
    name: 'outbound.loadAllApplications',
    path: '/v1/mgmt/outbound/apps',
    summary: 'List the outbound applications',
    description,
    input: emptyObject,
    output: t.object({ apps: t.list(emptyObject) }),
    async handle(ctx) {
      await requireUser(ctx, 'outbound.loadAllApplications');
      return { apps: [] };
    },
  }),
  endpoint({
    ...common,
    name: 'outbound.listAppsWithUserToken',
    path: '/v1/mgmt/outbound/apps-with-user-token',
    summary: 'List the outbound applications that have a token of the user',
    description,
    input: t.object({ userId: t.reference(), tenantId: t.reference() }),
    output: t.object({ appIds: t.list(t.text()) }),
    async handle(ctx) {
      await requireUser(ctx, 'outbound.listAppsWithUserToken');
      return { appIds: [] };
    },
  }),
];
