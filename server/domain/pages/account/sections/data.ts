import { momentIn } from '../../../../core/languages/language.ts';
import { html } from '../../../../http/page.ts';
import { isDeletedAtOnce, requestDeletion } from '../../../directory/account-deletions/account-deletion.ts';
import { recordAudit } from '../../../project/audit/record.ts';
import type { Section } from '../account.ts';
import { exportAccount } from '../export-account.ts';
import { confirmNotice, formOf, partOf } from '../layout.ts';

/** The section with which users take or delete all of their data. */
export const dataSection: Section = {
  isSensitive: ({ signOut }) => !signOut,
  async show(account) {
    const { words, isRecent } = account;
    const { title, exportTitle, exportLead, download, deleteTitle, confirmDelete, deleteNow } = words.data;
    const { deletion, deletionGraceDays } = account.ctx.project.settings.accountPage;
    const isAtOnce = deletion && (await isDeletedAtOnce(account.ctx, account.user.id));
    const deleteLead = isAtOnce
      ? words.data.deleteNowLead
      : words.data.deleteLead({ days: deletionGraceDays });
    const form = formOf(account, html`<p><button name="do" value="export">${download}</button></p>`);
    const deleteForm = formOf(
      account,
      html`<p><label class="choice"><input type="checkbox" name="confirmed" value="yes" required><span>${confirmDelete}</span></label></p>
<p><button name="do" value="delete" class="quiet">${deleteNow}</button></p>`,
    );
    return {
      title,
      body: html`${confirmNotice(account)}${partOf(exportTitle, html`<p>${exportLead}</p>`, isRecent && form)}${
        deletion && partOf(deleteTitle, html`<p>${deleteLead}</p>`, isRecent && deleteForm)
      }`,
    };
  },
  async act({ ctx, user, words, language }, { one: form }) {
    if (form['do'] === 'delete') {
      if (form['confirmed'] !== 'yes' || !ctx.project.settings.accountPage.deletion) return { keep: {} };
      const { deleteAt } = await requestDeletion(ctx, user.id);
      const { deletedTitle: title, deletedText, deletedNowText } = words.data;
      const text =
        deleteAt === undefined ? deletedNowText : deletedText({ moment: momentIn(language, deleteAt) });
      return { signedOut: true, view: { title, text } };
    }
    const data = await exportAccount(ctx, user);
    await recordAudit(ctx, { action: 'AccountExported', userId: user.id });
    return { file: { name: `account-${user.id}.json`, content: `${JSON.stringify(data, undefined, 2)}\n` } };
  },
};
