import { html } from '../../../../http/page.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import type { Section } from '../account.ts';
import { exportAccount } from '../export-account.ts';
import { confirmNotice, formOf, partOf } from '../layout.ts';

/** What the user can do with all of their data. */
export const dataSection: Section = {
  isSensitive: ({ signOut }) => !signOut,
  show(account) {
    const { words, isRecent } = account;
    const { title, exportTitle, exportLead, download } = words.data;
    const form = formOf(account, html`<p><button name="do" value="export">${download}</button></p>`);
    return {
      title,
      body: html`${confirmNotice(account)}${partOf(exportTitle, html`<p>${exportLead}</p>`, isRecent && form)}`,
    };
  },
  async act({ ctx, user }) {
    const data = await exportAccount(ctx, user);
    await recordAudit(ctx, { action: 'AccountExported', userId: user.id });
    return { file: { name: `account-${user.id}.json`, content: `${JSON.stringify(data, undefined, 2)}\n` } };
  },
};
