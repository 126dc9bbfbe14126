import { html } from '../../../../http/page.ts';
import type { UserWire } from '../../../directory/users/wire.ts';
import type { TenantPage } from '../tenant-page.ts';

/** Renders the status of a member. */
export function stateOf({ words }: TenantPage, status: UserWire['status']) {
  const look = { enabled: 'good', invited: '', disabled: 'caution' }[status];
  return html`<span class="state ${look}">${words.members.statuses[status]}</span>`;
}
