import { ssoAdmin } from '../../../core/built-in-rights.ts';
import { ServiceError } from '../../../core/errors.ts';
import { hiddenAttributes, isPermitted } from '../../directory/custom-attributes/permitted-attributes.ts';
import { hideOtherTenants } from '../../directory/limited-keys/hide-other-tenants.ts';
import type { UserWire } from '../../directory/users/wire.ts';
import type { AdministratorContext } from './administrator-context.ts';
import { isOwnKey, visibleRoles } from './checks.ts';
import { holdsRight } from './store.ts';

type Answer = Record<string, unknown>;

/**
 * Returns an answer as a tenant's administrator may see it: without other tenants, with the roles of users in this tenant, and only with the
 * keys, roles, permissions and attributes that the administrator may use.
 */
export async function showAnswer(ctx: AdministratorContext, name: string, answer: unknown): Promise<unknown> {
  const { tenantId } = ctx.tenantAdministrator;
  const shown = hideOtherTenants(answer, [tenantId]) as Answer;
  const hidden = name.startsWith('management.user.') ? await hiddenAttributes(ctx) : new Set<string>();
  if (name === 'management.user.create' && isUser(shown['user']) && shown['user'].userTenants.length === 0)
    // Another request created the user in between. Nothing is changed, and the profile is not shown.
    throw new ServiceError('E062107');
  if (isUser(shown['user'])) return { ...shown, user: inTenant(shown['user'], tenantId, hidden) };
  if (Array.isArray(shown['users']))
    return { ...shown, users: shown['users'].map((user) => inTenant(user, tenantId, hidden)) };
  switch (name) {
    case 'management.user.getCustomAttributes': {
      const data = (shown['data'] as Answer[]).filter(({ name }) => !hidden.has(String(name)));
      const own = data.map((one) => ({
        ...one,
        editable: isPermitted(one as never, 'editPermissions', ctx.tenantAdministrator.permissions),
      }));
      return { data: own, attributes: own, total: own.length };
    }
    case 'management.role.loadAll':
    case 'management.role.loadAllOfSubTenants':
    case 'management.role.search':
      return { ...shown, roles: await onlyVisible(ctx, shown['roles'] as Answer[]) };
    case 'management.permission.loadAll': {
      const { permissions } = ctx.tenantAdministrator;
      return onlyNamed(shown, 'permissions', ({ name }) => permissions.includes(String(name)));
    }
    case 'management.accessKey.searchAll':
      return onlyNamed(shown, 'keys', (key) =>
        isOwnKey(ctx, { ...key, tenants: key['keyTenants'] } as unknown as Parameters<typeof isOwnKey>[1]),
      );
    case 'management.tenant.getAuthenticatedSSOLinks':
      return (await holdsSsoAdmin(ctx)) ? shown : withoutLinks(shown);
    default:
      return shown;
  }
}

function holdsSsoAdmin({ db, project, tenantAdministrator }: AdministratorContext): Promise<boolean> {
  return holdsRight(db, project.id, { ...tenantAdministrator, rights: [ssoAdmin.id] });
}

function withoutLinks({ ssoIdToLink }: Answer): Answer {
  const ids = Object.keys(ssoIdToLink as object);
  return { defaultLink: '', ssoIdToLink: Object.fromEntries(ids.map((id) => [id, ''])) };
}

function onlyNamed(answer: Answer, field: string, fits: (one: Answer) => boolean): Answer {
  return { ...answer, [field]: (answer[field] as Answer[]).filter(fits) };
}

async function onlyVisible(ctx: AdministratorContext, roles: Answer[]): Promise<Answer[]> {
  const ids = new Set((await visibleRoles(ctx)).map(({ id }) => id));
  return roles.filter(({ id }) => ids.has(String(id)));
}

const isUser = (value: unknown): value is UserWire =>
  typeof value === 'object' && value !== null && 'userTenants' in value;

/** The widgets show and send back `roleNames` as the roles in the tenant. */
function inTenant(user: UserWire, tenantId: string, hidden: Set<string>): UserWire {
  const tenant = user.userTenants.find((one) => one.tenantId === tenantId);
  const attributes = Object.entries(user.customAttributes).filter(([name]) => !hidden.has(name));
  return {
    ...user,
    roleNames: tenant?.roleNames ?? [],
    permissions: tenant?.permissions ?? [],
    customAttributes: Object.fromEntries(attributes),
    ssoAppIds: [],
  };
}
