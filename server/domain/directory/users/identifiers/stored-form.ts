import type { ProjectData } from '../../../../core/context.ts';
import { foldLoginId, storedForms } from './login-id.ts';
import { findLoginIds } from './store-login-ids.ts';

/**
 * Returns the folded form in which a login ID is stored: of several accounts of one mailbox, the one that was created with the spelling
 * given. Costs a query only for an address with an international domain.
 */
export async function findStoredForm(ctx: ProjectData, loginId: string): Promise<string> {
  const forms = storedForms(loginId);
  if (forms.length === 1) return foldLoginId(loginId);
  const stored = await findLoginIds(ctx.db, ctx.project.id, forms);
  return forms.find((form) => stored.includes(form)) ?? foldLoginId(loginId);
}
