import { dayIn } from '../../../../core/languages/language.ts';
import { profileFields, textFields } from '../../../../core/profile-fields.ts';
import { html } from '../../../../http/page.ts';
import { fieldOf } from '../../hosted-pages/fields.ts';
import type { Section } from '../account.ts';
import { attributeField } from '../attributes.ts';
import { editableAttributes, editableTexts } from '../editable.ts';
import { formOf, partOf } from '../layout.ts';
import { saveProfile } from '../save-profile.ts';

/** The user's name and the attributes that the project lets them change. */
export const profileSection: Section = {
  async show(account) {
    const { ctx, user, words, language } = account;
    const editable = editableTexts(ctx);
    const definitions = await editableAttributes(ctx);
    const shown = textFields.filter((name) => editable.includes(name) || user[name]);
    const fields = shown.map((name) => {
      const label = words.profile.details[name];
      if (!editable.includes(name))
        return html`<dl><dt>${label}</dt><dd>${user[name]}</dd></dl>
`;
      const { kind, autocomplete, maxLength } = profileFields[name];
      const type = kind === 'link' ? 'url' : 'text';
      return fieldOf({
        name,
        label,
        autocomplete,
        type,
        value: user[name],
        isOptional: true,
        maxLength,
        ...(kind === 'link' && { hint: words.profile.pictureHint }),
      });
    });
    const attributes = definitions.map((definition) =>
      attributeField(words, definition, user.customAttributes[definition.name]),
    );
    const canSave = editable.length > 0 || attributes.length > 0;
    const { title, save, facts, userId, createdAt } = words.profile;
    return {
      title,
      body: html`${partOf(
        words.sections.profile,
        formOf(account, html`${fields}${attributes}${canSave && html`<p><button>${save}</button></p>`}`),
      )}${partOf(
        facts,
        html`<dl><dt>${userId}</dt><dd><code>${user.id}</code></dd>
<dt>${createdAt}</dt><dd>${dayIn(language, user.createdAt)}</dd></dl>`,
      )}`,
    };
  },
  async act(account, fields) {
    const details = editableTexts(account.ctx).filter((name) => fields.one[name] !== undefined);
    await saveProfile(account, fields, { details, attributes: await editableAttributes(account.ctx) });
    return { done: 'saved' };
  },
};
