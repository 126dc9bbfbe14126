import type { ProjectContext } from '../../../core/context.ts';
import { type TextField, textFields } from '../../../core/profile-fields.ts';
import { canDeliver } from '../../../delivery/outbox.ts';
import { addressKindOf, type Channel } from '../../credentials/challenges/challenge.ts';
import type { AttributeDefinition } from '../../directory/custom-attributes/attribute.ts';
import { attributeDefinitions } from '../../directory/custom-attributes/load-attributes.ts';

/** Returns the details that users may change without a code. */
export function editableTexts({ project }: Pick<ProjectContext, 'project'>): TextField[] {
  const allowed: readonly string[] = project.settings.accountPage.editableDetails;
  return textFields.filter((name) => allowed.includes(name));
}

/** Reports whether users can change such an address: the project allows it, and can send the code. */
export async function canChangeAddress(ctx: ProjectContext, channel: Channel): Promise<boolean> {
  const { editableDetails } = ctx.project.settings.accountPage;
  return editableDetails.includes(addressKindOf(channel)) && canDeliver(ctx, channel);
}

/** Returns the attributes that users may change, in the project's order. Leaves out those that are no longer defined. */
export async function editableAttributes(ctx: ProjectContext): Promise<AttributeDefinition[]> {
  const { editableAttributes: names } = ctx.project.settings.accountPage;
  if (names.length === 0) return [];
  const defined = await attributeDefinitions(ctx);
  return names.flatMap((name) => defined.filter((attribute) => attribute.name === name));
}
