import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { readResource } from '../../../protocols/scim/read-resource.ts';
import { customSchemaId, isObject, type Resource } from '../../../protocols/scim/schema.ts';
import { ScimError } from '../../../protocols/scim/scim-error.ts';
import { decideAgain, transaction } from '../../../storage/transaction.ts';
import {
  type PreparedPassword,
  preparePassword,
  storeFirstPasswords,
} from '../../credentials/passwords/prepare-password.ts';
import { setPreparedPassword } from '../../credentials/passwords/set-password.ts';
import { defaultRoleIds } from '../../directory/roles/default-roles.ts';
import { createUser } from '../../directory/users/create-user.ts';
import { addTenant } from '../../directory/users/grants/change-grants.ts';
import { domainOf } from '../../directory/users/identifiers/address.ts';
import { type Addressee, findAddressee } from '../../directory/users/identifiers/find-addressee.ts';
import { foldLoginId } from '../../directory/users/identifiers/login-id.ts';
import { proveAddress } from '../../directory/users/identifiers/prove-address.ts';
import { loadUserById } from '../../directory/users/load-user.ts';
import { holdUser } from '../../directory/users/revocations.ts';
import { isDisabled } from '../../directory/users/user.ts';
import { tenantHasDomain } from '../sso/find-domain.ts';
import { changedAttributes, sentAttributes } from './custom-attributes.ts';
import type { Directory } from './directory.ts';
import { personOf, text } from './directory-user.ts';
import { type LoadedUser, loadDirectoryUser } from './load-user.ts';
import { changeDirectoryUser, ordered, requireUserName, writeEntry } from './save-user.ts';
import { findEntries } from './store.ts';

/**
 * Creates a user in the directory. An account that exists already joins if the tenant has the domain of its address, or if its directory had
 * deleted it. Throws `uniqueness` for any other.
 */
export async function createDirectoryUser(
  ctx: ProjectContext,
  directory: Directory,
  body: unknown,
): Promise<LoadedUser> {
  const { password, ...sent } = readResource(directory.types.User, body);
  requireUserName(sent);
  const resource = ordered(directory, { ...sent, active: sent['active'] ?? true });
  const person = personOf(resource);
  const userName = text(resource['userName']);
  const prepared = await preparePassword(ctx, {
    password: text(password),
    about: [userName, ...Object.values(person)].filter(Boolean),
    tenantId: directory.tenantId,
  });
  return transaction(ctx, async (ctx) => {
    const holder = await findHolder(ctx, userName, person.email);
    if (holder) return join(ctx, directory, holder, resource, prepared);
    const { tenantId } = directory;
    const roleIds = await defaultRoleIds(ctx, tenantId);
    const user = await createUser(ctx, {
      ...person,
      loginId: userName,
      verifiedEmail: await tenantHasDomain(ctx, tenantId, domainOf(person.email)),
      verifiedPhone: false,
      // Nobody has proven an address that the tenant does not own: the person who does takes the account over.
      isImported: true,
      status: resource['active'] === true ? 'enabled' : 'disabled',
      customAttributes: await newAttributes(ctx, directory, resource),
      tenants: [{ tenantId, roleIds }],
    }).catch((error: Error) => {
      // Another request may have created the user since `findHolder`.
      if (error instanceof ServiceError && error.code === 'E062107') decideAgain(error);
      throw error;
    });
    await storeFirstPasswords(ctx, [{ userId: user.id, prepared }]);
    const after = user.modifiedAt - 1;
    await writeEntry(ctx, directory, user.id, resource, { state: 'member', createdUser: true, after });
    return loadDirectoryUser(ctx, directory, user.id);
  });
}

/** The connection's mapping gives attributes, too. An empty user has none. */
async function newAttributes(
  ctx: ProjectContext,
  directory: Directory,
  resource: Resource,
): Promise<Record<string, unknown>> {
  const extension = resource[customSchemaId];
  const sent = isObject(extension) ? extension : {};
  return { ...(await changedAttributes(ctx, directory, {}, resource)), ...sentAttributes(directory, sent) };
}

/** Finds the account with this login ID or address. */
async function findHolder(
  ctx: ProjectContext,
  userName: string,
  email: string,
): Promise<Addressee | undefined> {
  for (const name of email && foldLoginId(email) !== foldLoginId(userName) ? [userName, email] : [userName]) {
    const found = await findAddressee(ctx, name);
    if (found === 'several') throw taken();
    if (found !== 'nobody') return found;
  }
  return undefined;
}

async function join(
  ctx: ProjectContext,
  directory: Directory,
  { id, selfRegistered }: Addressee,
  content: Resource,
  prepared: PreparedPassword | undefined,
): Promise<LoadedUser> {
  const { tenantId, place } = directory;
  await holdUser(ctx, id);
  const user = await loadUserById(ctx, id);
  const [entry] = await findEntries(ctx.db, place, [id]);
  if (user.tenants.some((tenant) => tenant.tenantId === tenantId) || entry?.state === 'former') throw taken();
  const isKnown = entry?.state === 'deleted';
  if (isDisabled(user)) throw taken();
  if (!isKnown && !(await tenantHasDomain(ctx, tenantId, domainOf(user.email)))) throw taken();
  if (!isKnown && !user.verifiedEmail) {
    const proof = { userId: id, kind: 'email', address: user.email, takesOver: selfRegistered } as const;
    if (!(await proveAddress(ctx, { ...proof, loginId: foldLoginId(user.email) }))) throw taken();
  }
  await addTenant(ctx, id, tenantId);
  const { isOwn, content: present } = await loadDirectoryUser(ctx, directory, id);
  const facts = {
    state: 'member',
    createdUser: entry?.createdUser ?? false,
    after: user.modifiedAt,
  } as const;
  await writeEntry(ctx, directory, id, present, facts);
  // Another user keeps their own login ID and password.
  const wanted = isOwn ? content : { ...content, userName: present['userName'] };
  if (isOwn && prepared) await setPreparedPassword(ctx, user, prepared, { state: 'active', reuseAmount: 0 });
  return changeDirectoryUser(ctx, directory, id, () => wanted);
}

function taken(): ScimError {
  return new ScimError(409, 'A user with this userName or address already exists', 'uniqueness');
}
