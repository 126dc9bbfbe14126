import { dayIn } from '../../../../core/languages/language.ts';
import { profileFields, type TextField, textFields } from '../../../../core/profile-fields.ts';
import { html } from '../../../../http/page.ts';
import type { AttributeDefinition } from '../../../directory/custom-attributes/attribute.ts';
import { attributeDefinitions } from '../../../directory/custom-attributes/load-attributes.ts';
import { patchUser } from '../../../directory/users/update-user.ts';
import { fieldOf } from '../../hosted-pages/fields.ts';
import type { Account, Section } from '../account.ts';
import { attributeField, readAttribute } from '../attributes.ts';
import { formOf, partOf } from '../layout.ts';

/** The user's name and the attributes that the project lets them change. */
export const profileSection: Section = {
  async show(account) {
    const { user, words, language } = account;
    const editable = editableOf(account);
    const definitions = await attributesOf(account);
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
    const { ctx, user } = account;
    const changed = editableOf(account).filter((name) => fields.one[name] !== undefined);
    const definitions = await attributesOf(account);
    const values = definitions.flatMap((definition): [string, unknown][] => {
      const value = readAttribute(definition, fields, user.customAttributes[definition.name]);
      return value === undefined ? [] : [[definition.name, value]];
    });
    await patchUser(ctx, user.id, {
      ...Object.fromEntries(changed.map((name) => [name, fields.one[name]?.trim() ?? ''])),
      ...(values.length > 0 && { customAttributes: Object.fromEntries(values) }),
    });
    return { done: 'saved' };
  },
};

/** Returns the details that the user may change without a code. */
function editableOf({ ctx }: Account): TextField[] {
  const allowed: readonly string[] = ctx.project.settings.accountPage.editableDetails;
  return textFields.filter((name) => allowed.includes(name));
}

/** Returns the attributes that the project names, in its order. Leaves out those that are no longer defined. */
async function attributesOf({ ctx }: Account): Promise<AttributeDefinition[]> {
  const { editableAttributes } = ctx.project.settings.accountPage;
  if (editableAttributes.length === 0) return [];
  const defined = await attributeDefinitions(ctx);
  return editableAttributes.flatMap((name) => defined.filter((attribute) => attribute.name === name));
}
