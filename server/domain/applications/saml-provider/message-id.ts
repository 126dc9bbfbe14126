import type { ProjectContext } from '../../../core/context.ts';
import { newId } from '../../../core/ids.ts';

/** The type xs:ID must not begin with a digit. */
export function newXmlId(ctx: Pick<ProjectContext, 'now'>): string {
  return `_${newId('T', ctx.now())}`;
}
