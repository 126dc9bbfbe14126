import type { Texts } from '../../../../core/languages/texts.ts';
import type { ProfileField } from '../../../../core/profile-fields.ts';
import type { AttributeDefinition } from '../../../directory/custom-attributes/attribute.ts';

/** A page of a widget. The widget finds the elements by the IDs and names in it, and fills in the data. */
export type WidgetPage = Overview | Dialog | Profile | ApplicationList;

/** The pages of a widget by their file, without `.html`. */
export type WidgetPages = Record<string, (texts: Texts, facts: WidgetFacts) => WidgetPage>;

/** The settings that a page depends on. */
export interface WidgetFacts {
  /** The details and addresses of their own profile that users may change. */
  editable: readonly ProfileField[];
  /** The custom attributes that they may change. */
  attributes: readonly AttributeDefinition[];
  /** The names of the custom attributes of a tenant that its administrators may change. */
  tenantAttributes: readonly string[];
  deletion: boolean;
  hasPasswords: boolean;
  hasTenants: boolean;
}

/** The page of one user or one tenant: rows with a value and the flow that changes it. */
export interface Profile {
  kind: 'profile';
  rows: ProfileRow[];
}

export type ProfileRow =
  | { row: 'heading'; text: string }
  | { row: 'picture'; flow?: string }
  /** A value. The widget fills it in, and opens the flow from its button. */
  | { row: 'value'; id: string; label: string; none: string; edit: string; flow: string; type?: string }
  /** A way to sign in, which the user has or has not. */
  | { row: 'method'; id: string; label: string; add?: Opening; remove?: Opening }
  | { row: 'passkeys'; label: string; add: Opening; remove?: Opening; created: string }
  | { row: 'devices'; remove?: Opening; current: string; lastUsed: string }
  | { row: 'tenants'; label: string }
  /** The widget fills in the address. */
  | { row: 'link'; id: string; text: string }
  /** A button that opens a flow. */
  | ({ row: 'flow'; id: string; isDestructive?: true } & Opening)
  | { row: 'logout'; text: string };

/** The text of a button, and the flow that it opens. */
interface Opening {
  text: string;
  flow: string;
}

/** The first page: a tool bar above a table. */
export interface Overview {
  kind: 'overview';
  /** The label of the search field. */
  search: string;
  /** Stands between the search field and the buttons. */
  choice?: Choice & { id: string };
  buttons: { id: string; text: string; isMain?: true }[];
  table: { id: string; columns: Column[]; isSelectable?: true; hasDetails?: true };
}

export interface Column {
  /** The property of a row. */
  path: string;
  header: string;
  isSortable?: true;
  /** Shows the values as badges. */
  badges?: { value: string; mode: 'default' | 'primary' | 'error' }[];
}

/** A list of applications, which the widget fills in. */
export interface ApplicationList {
  kind: 'applications';
  element: 'descope-apps-list' | 'descope-outbound-apps';
  /** Stands in the place of the list if it is empty. */
  none: string;
}

export interface Dialog {
  kind: 'dialog';
  title: string;
  /** The widget writes which rows are selected. */
  namesSelection?: true;
  text?: string;
  fields?: Field[];
  /** The text of the button that sends the form, or that copies the secret and closes the dialog. */
  submit?: string;
  copyAndClose?: string;
  cancel?: string;
  isDestructive?: true;
}

export type Field = { name: string; label: string } & (
  | { kind: 'text' | 'email' | 'phone'; isRequired?: true; hint?: string; maxLength: number }
  /** A text that the widget fills in, and that cannot be changed. */
  | { kind: 'shown' }
  | ({ kind: 'choice' } & Choice)
  /** Several of the values that the widget fills in. */
  | { kind: 'choices'; id?: string; takesOthers?: true }
);

export interface Choice {
  label: string;
  options: { value: string; label: string }[];
  initial: string;
}

/** The dialog that confirms an action on the selected rows. */
export function confirmation(
  { tenantPage }: Texts,
  dialog: Pick<Dialog, 'title' | 'text' | 'isDestructive'> & { submit: string },
): Dialog {
  return { kind: 'dialog', namesSelection: true, cancel: tenantPage.cancel, ...dialog };
}

/** The dialog that shows a secret once. */
export function secretDialog({ widgets }: Texts, title: string, text: string, secret: Field): Dialog {
  return { kind: 'dialog', title, text, fields: [secret], copyAndClose: widgets.copyAndClose };
}
