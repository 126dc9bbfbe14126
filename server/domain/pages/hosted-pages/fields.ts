import { type Html, html } from '../../../http/page.ts';

export interface Field {
  name: string;
  label: string;
  /** The HTML "autofill" token: what browsers and password managers may fill in. */
  autocomplete: string;
  type?: 'text' | 'password' | 'date' | 'number' | 'url';
  value?: string;
  hint?: string;
  /** The problem with the value. */
  problem?: string | undefined;
  isNumeric?: boolean;
  isOptional?: boolean;
  /** True for the first field of a page, which gets the focus unless another one has a problem. */
  isFirst?: boolean;
  maxLength?: number;
  /** Shown beside the label. */
  beside?: Html;
}

/** Renders a field with its label, hint and problem, which screen readers read out together. */
export function fieldOf(field: Field): Html {
  const { name, label, autocomplete, type = 'text', value = '', hint, problem, maxLength = 255 } = field;
  const labelOf = html`<label for="${name}">${label}</label>`;
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
${field.beside ? html`<div class="label">${labelOf}${field.beside}</div>` : labelOf}
<input id="${name}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" maxlength="${maxLength}"
 autocapitalize="none" spellcheck="false"${field.isNumeric && html` inputmode="numeric"`}${
   !field.isOptional && html` required`
 }${described && html` aria-describedby="${described}"`}${problem && html` aria-invalid="true"`}${
   (problem || field.isFirst) && html` autofocus`
 }>
${problem && html`<p class="error" id="${name}-problem" role="alert">${problem}</p>`}
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`;
}

/** Renders a problem of the whole page, if no field is to blame. */
export function noticeOf(problem: string | undefined): Html | undefined {
  return problem ? html`<p class="error" role="alert" tabindex="-1" autofocus>${problem}</p>` : undefined;
}

/** Renders the login ID for password managers, which store it with the password. */
export function hiddenUsername(loginId: string): Html {
  return html`<input type="text" name="username" value="${loginId}" autocomplete="username" hidden>`;
}
