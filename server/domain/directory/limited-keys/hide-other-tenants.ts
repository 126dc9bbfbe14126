/** The fields of answers that name tenants, as IDs or as objects. */
const tenantFields = new Set(['userTenants', 'tenants', 'successors', 'parent', 'identities']);
/** Values that the project chose itself. */
const freeFields = new Set(['customAttributes', 'data']);

/** Leaves other tenants out of an answer: those to which a user, an event or a tenant belongs, too. */
export function hideOtherTenants(value: unknown, tenantIds: string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => hideOtherTenants(one, tenantIds));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([field, inner]) => {
      if (freeFields.has(field)) return [field, inner];
      const shown = tenantFields.has(field) ? onlyOwn(inner, tenantIds) : inner;
      return [field, hideOtherTenants(shown, tenantIds)];
    }),
  );
}

function onlyOwn(value: unknown, tenantIds: string[]): unknown {
  if (typeof value === 'string') return tenantIds.includes(value) ? value : '';
  if (!Array.isArray(value)) return value;
  return value.filter((one) => tenantIds.includes(typeof one === 'string' ? one : (one.tenantId ?? one.id)));
}
