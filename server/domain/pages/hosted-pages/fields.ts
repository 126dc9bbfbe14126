import { type Html, html } from '../../../http/page.ts';

export interface Field {
  name: string;
  label: string;
  /** HTML "autofill": what browsers and password managers may put here. */
  autocomplete: string;
  type?: 'text' | 'password';
  value?: string;
  hint?: string;
  /** What was wrong with it. */
  problem?: string | undefined;
  isNumeric?: boolean;
  isOptional?: boolean;
  /** The first thing that a page asks for, unless something else was wrong. */
  isFirst?: boolean;
  maxLength?: number;
}

/** A field with its name, its hint and what was wrong with it, which are read out together. */
export function fieldOf(field: Field): Html {
  const { name, label, autocomplete, type = 'text', value = '', hint, problem, maxLength = 255 } = field;
  const described = [problem && `${name}-problem`, hint && `${name}-hint`].filter(Boolean).join(' ');
  return html`<div class="field">
<label for="${name}">${label}</label>
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

/** What was wrong with the whole page, where no field is to blame. */
export function noticeOf(problem: string | undefined): Html | undefined {
  return problem ? html`<p class="error" role="alert" tabindex="-1" autofocus>${problem}</p>` : undefined;
}

/** For password managers, which keep a password with whose it is. */
export function hiddenUsername(loginId: string): Html {
  return html`<input type="text" name="username" value="${loginId}" autocomplete="username" hidden>`;
}
