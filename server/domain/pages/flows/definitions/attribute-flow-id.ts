/** The owner of the custom attribute that a flow changes. */
export type AttributeOwner = 'user' | 'tenant';

/** Keeps the name of one attribute from being the name of another one with a locale. */
const suffix = '-field';

const prefixOf = (owner: AttributeOwner) => `${owner}-profile-attribute-`;

/** Returns the ID of the flow that changes a custom attribute. Addresses of flows have no `_`. */
export function attributeFlowId(owner: AttributeOwner, name: string): string {
  return `${prefixOf(owner)}${name.replaceAll('_', '.')}${suffix}`;
}

/** Returns the attribute that a flow changes. */
export function attributeInFlow(id: string): { owner: AttributeOwner; name: string } | undefined {
  const owner = (['user', 'tenant'] as const).find((one) => id.startsWith(prefixOf(one)));
  const prefix = owner && prefixOf(owner);
  if (!prefix || !id.endsWith(suffix) || id.length <= prefix.length + suffix.length) return undefined;
  return { owner, name: id.slice(prefix.length, -suffix.length).replaceAll('.', '_') };
}
