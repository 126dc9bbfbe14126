import { describeSchema, describeType, serviceProviderConfig } from '../../../protocols/scim/discovery.ts';
import { matchesVersion } from '../../../protocols/scim/etag.ts';
import { listResponse } from '../../../protocols/scim/paging.ts';
import { applyPatch } from '../../../protocols/scim/patch.ts';
import { readPatch } from '../../../protocols/scim/patch-operations.ts';
import { project, readProjection, shows } from '../../../protocols/scim/projection.ts';
import { readResource } from '../../../protocols/scim/read-resource.ts';
import { isObject, isStorable, type Resource, type ResourceType } from '../../../protocols/scim/schema.ts';
import { invalidSyntax, ScimError } from '../../../protocols/scim/scim-error.ts';
import type { DirectoryCall } from './authenticate.ts';
import { createDirectoryUser } from './create-user.ts';
import { deleteDirectoryUser } from './delete-user.ts';
import { type Directory, openDirectory } from './directory.ts';
import { changeGroup, createGroup, deleteGroup, groupResource, loadDirectoryGroup } from './groups.ts';
import { loadDirectoryUser, resourceOf } from './load-user.ts';
import { changeDirectoryUser, ordered, replacing } from './save-user.ts';
import { type SearchParameters, search } from './search.ts';
import { searchEverything } from './search-everything.ts';

/** A request of a directory, alone or in a bulk request. */
export interface ScimRequest {
  method: string;
  /** Below `/scim/v2`, in parts. */
  path: string[];
  query: SearchParameters;
  body: unknown;
  ifMatch: string | undefined;
  ifNoneMatch: string | undefined;
}

export interface ScimResponse {
  status: number;
  body?: object;
}

/** The largest body, in bytes. */
export const maxBodyBytes = 4 * 1024 * 1024;

export async function handleScim(call: DirectoryCall, request: ScimRequest): Promise<ScimResponse> {
  const directory = await openDirectory(call.ctx, call.tenantId);
  const [endpoint = '', id, ...more] = request.path;
  if (more.length > 0 || !isStorable(id ?? '')) throw notFound();
  switch (endpoint) {
    case 'Users':
    case 'Groups':
      return handleResources(
        call,
        directory,
        directory.types[endpoint === 'Users' ? 'User' : 'Group'],
        id,
        request,
      );
    case '.search':
      if (id !== undefined) throw notFound();
      requireMethod(request, 'POST');
      return { status: 200, body: await searchEverything(call.ctx, directory, objectOf(request.body)) };
    case 'Me':
      throw new ScimError(501, 'Not supported: /Me. A token belongs to a tenant, not to a user. Use /Users');
    case 'ServiceProviderConfig':
    case 'ResourceTypes':
    case 'Schemas':
      requireMethod(request, 'GET');
      return { status: 200, body: describe(directory, endpoint, id, request) };
    default:
      throw notFound();
  }
}

function notFound(): ScimError {
  return new ScimError(404, 'There is no SCIM resource at this address');
}

function requireMethod({ method }: ScimRequest, ...methods: string[]): void {
  if (!methods.includes(method)) throw new ScimError(405, `Use ${methods.join(' or ')}`);
}

function objectOf(body: unknown): Resource {
  if (!isObject(body)) throw invalidSyntax('The body must be a JSON object');
  return body;
}

function describe(
  { types, base }: Directory,
  endpoint: string,
  id: string | undefined,
  { query }: ScimRequest,
): object {
  // RFC 7644 §4: a filter would suggest that the list can differ between users.
  if (query['filter'] !== undefined) throw new ScimError(403, 'What the server can do cannot be filtered');
  if (endpoint === 'ServiceProviderConfig') {
    if (id !== undefined) throw notFound();
    return serviceProviderConfig(base, maxBodyBytes);
  }
  const all =
    endpoint === 'ResourceTypes'
      ? Object.values(types).map((type) => [type.name, describeType(type, base)] as const)
      : Object.values(types)
          .flatMap(({ core, extensions }) => [core, ...extensions])
          .map((schema) => [schema.id, describeSchema(schema, base)] as const);
  if (id === undefined) {
    const resources = all.map(([, one]) => one);
    return listResponse(resources, { totalResults: all.length, startIndex: 1 });
  }
  const found = all.find(([name]) => name.toLowerCase() === id.toLowerCase());
  if (!found) throw notFound();
  return found[1];
}

async function handleResources(
  call: DirectoryCall,
  directory: Directory,
  type: ResourceType,
  id: string | undefined,
  request: ScimRequest,
): Promise<ScimResponse> {
  const { ctx } = call;
  const { method, query, body, ifMatch, ifNoneMatch } = request;
  if (id === undefined) {
    requireMethod(request, 'GET', 'POST');
    if (method === 'GET') return { status: 200, body: await search(ctx, directory, type, query) };
    const projection = readProjection(type, query);
    const created = await operationsOf(type).create(call, directory, objectOf(body));
    return { status: 201, body: project(projection, created) };
  }
  if (id === '.search') {
    requireMethod(request, 'POST');
    return { status: 200, body: await search(ctx, directory, type, objectOf(body)) };
  }
  const projection = readProjection(type, query);
  const operations = operationsOf(type);
  const shown = (resource: Resource) => ({ status: 200, body: project(projection, resource) });
  switch (method) {
    case 'GET': {
      const resource = await operations.load(call, directory, id, shows(projection, 'members'));
      const { version } = resource['meta'] as { version: string };
      if (ifNoneMatch !== undefined && matchesVersion(ifNoneMatch, version)) return { status: 304 };
      return shown(resource);
    }
    case 'PUT':
      return shown(await operations.replace(call, directory, id, objectOf(body), ifMatch));
    case 'PATCH':
      return shown(await operations.patch(call, directory, id, body, ifMatch));
    case 'DELETE':
      await operations.delete(call, directory, id, ifMatch);
      return { status: 204 };
    default:
      throw new ScimError(405, 'Use GET, PUT, PATCH or DELETE');
  }
}

interface Operations {
  create(call: DirectoryCall, directory: Directory, body: unknown): Promise<Resource>;
  load(call: DirectoryCall, directory: Directory, id: string, withMembers: boolean): Promise<Resource>;
  replace(
    call: DirectoryCall,
    directory: Directory,
    id: string,
    body: unknown,
    ifMatch?: string,
  ): Promise<Resource>;
  patch(
    call: DirectoryCall,
    directory: Directory,
    id: string,
    body: unknown,
    ifMatch?: string,
  ): Promise<Resource>;
  delete(call: DirectoryCall, directory: Directory, id: string, ifMatch?: string): Promise<void>;
}

function operationsOf({ name }: ResourceType): Operations {
  return name === 'User' ? userOperations : groupOperations;
}

const userOperations: Operations = {
  create: async ({ ctx }, directory, body) =>
    resourceOf(directory, await createDirectoryUser(ctx, directory, body)),
  load: async ({ ctx }, directory, id) => resourceOf(directory, await loadDirectoryUser(ctx, directory, id)),
  async replace({ ctx }, directory, id, body, ifMatch) {
    const next = replacing(directory, body);
    return resourceOf(directory, await changeDirectoryUser(ctx, directory, id, next, ifMatch));
  },
  async patch({ ctx }, directory, id, body, ifMatch) {
    const operations = readPatch(body);
    const next = (content: Resource) =>
      ordered(directory, applyPatch(directory.types.User, content, operations));
    return resourceOf(directory, await changeDirectoryUser(ctx, directory, id, next, ifMatch));
  },
  delete: ({ ctx }, directory, id, ifMatch) => deleteDirectoryUser(ctx, directory, id, ifMatch),
};

const groupOperations: Operations = {
  create: async ({ ctx }, directory, body) =>
    groupResource(directory, await createGroup(ctx, directory, body)),
  load: async ({ ctx }, directory, id, withMembers) =>
    groupResource(directory, await loadDirectoryGroup(ctx, directory, id, withMembers)),
  async replace({ ctx }, directory, id, body, ifMatch) {
    const content = readResource(directory.types.Group, body);
    return groupResource(directory, await changeGroup(ctx, directory, id, () => content, ifMatch));
  },
  async patch({ ctx }, directory, id, body, ifMatch) {
    const operations = readPatch(body);
    const next = (content: Resource) => applyPatch(directory.types.Group, content, operations);
    return groupResource(directory, await changeGroup(ctx, directory, id, next, ifMatch));
  },
  delete: ({ ctx }, directory, id, ifMatch) => deleteGroup(ctx, directory, id, ifMatch),
};
