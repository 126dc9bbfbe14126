import type { AssociatedTenant, CustomAttribute, NewUser, Role } from '../../../client/client.ts';
import { profileFields } from '../../../client/profile-fields.ts';
import { unescapeFormula } from '../../components/csv.ts';
import { isEmail, isPhone } from '../../components/users/address.ts';
import { textFields } from '../../components/users/profile-fields.ts';
import { attributeOf, type Meaning } from './columns.ts';
import type { ImportMessages } from './messages.ts';
import { readAttribute, readFlag } from './read-value.ts';

/** The data that rows are checked against. */
export interface Known {
  meanings: Meaning[];
  attributes: CustomAttribute[];
  roles: Pick<Role, 'name' | 'tenantId'>[];
  tenantIds: Set<string>;
  /** The invitation channel. If undefined, users are created without an invitation. */
  invitation?: { sendMail: boolean; sendSMS: boolean } | undefined;
}

export interface CheckedRow {
  /** The line in the file, where the header is line 1. Line breaks in quoted cells are not counted. */
  line: number;
  cells: string[];
  user: NewUser;
  /** The problems of the row. A row without problems can be imported. */
  problems: string[];
}

/** Converts a row to a user and lists its problems. Existing users are checked separately. */
export function checkRow(cells: string[], line: number, known: Known, messages: ImportMessages): CheckedRow {
  const problems: string[] = [];
  const at = (meaning: Meaning) => {
    const index = known.meanings.indexOf(meaning);
    return index === -1 ? '' : unescapeFormula((cells[index] ?? '').trim());
  };
  const user: NewUser = { loginId: at('loginId') };
  checkLoginIds(user, list(at('additionalLoginIds')), problems, messages);
  checkAddresses(user, { email: at('email'), phone: at('phone') }, known, problems, messages);
  for (const field of textFields) {
    const { kind, parameter, maxLength } = profileFields[field];
    const text = at(parameter);
    if (text === '') continue;
    user[parameter] = text;
    if ([...text].length > maxLength)
      problems.push(messages.problems.tooLong(messages.fields[parameter], maxLength));
    if (kind === 'link' && !/^https:\/\/[^\s/]/.test(text)) problems.push(messages.problems.picture);
  }
  for (const field of ['verifiedEmail', 'verifiedPhone', 'test'] as const) {
    const flag = readFlag(at(field));
    if (flag === undefined && at(field)) problems.push(messages.problems.flag(messages.fields[field]));
    if (flag !== undefined) user[field] = flag;
  }
  checkStatus(user, at('status').toLowerCase(), problems, messages);
  checkGrants(user, list(at('tenants')), list(at('roles')), known, problems, messages);
  const values = known.meanings.flatMap((meaning) => {
    const attribute = known.attributes.find(({ name }) => name === attributeOf(meaning));
    const text = at(meaning);
    if (!attribute || text === '') return [];
    const { value, rule } = readAttribute(attribute, text, messages);
    if (rule) problems.push(messages.problems.attribute(attribute.displayName || attribute.name, rule));
    return [[attribute.name, value] as const];
  });
  if (values.length > 0) user.customAttributes = Object.fromEntries(values);
  return { line, cells, user, problems };
}

function checkLoginIds(user: NewUser, further: string[], problems: string[], messages: ImportMessages): void {
  if (!user.loginId) problems.push(messages.problems.noLoginId);
  if (further.length > 0) user.additionalLoginIds = further;
  const isWrong = (loginId: string) =>
    [...loginId].length > 255 || /\p{Cc}/u.test(loginId) || /^u[0-9a-z]{27}$/i.test(loginId);
  if ([user.loginId, ...further].some(isWrong) || further.length > 10)
    problems.push(messages.problems.loginId);
}

function checkAddresses(
  user: NewUser,
  { email, phone }: { email: string; phone: string },
  { invitation }: Known,
  problems: string[],
  messages: ImportMessages,
): void {
  if (email) user.email = email;
  if (phone) user.phone = phone;
  if (email && !isEmail(email)) problems.push(messages.problems.email);
  if (phone && !isPhone(phone)) problems.push(messages.problems.phone);
  if (!invitation) return;
  // A login ID that is an email address becomes the user's email address unless another one is given.
  const canMail = invitation.sendMail && (email !== '' || isEmail(user.loginId));
  const canText = invitation.sendSMS && (phone !== '' || isPhone(user.loginId));
  if (canMail || canText) return;
  const { noAddress, noEmail, noPhone } = messages.problems;
  problems.push(
    invitation.sendMail && invitation.sendSMS ? noAddress : invitation.sendMail ? noEmail : noPhone,
  );
}

function checkStatus(user: NewUser, status: string, problems: string[], messages: ImportMessages): void {
  if (status === 'enabled' || status === 'disabled' || status === 'invited') user.status = status;
  else if (status) problems.push(messages.problems.status);
}

/** If the row names tenants, its roles apply in each tenant without roles of its own. */
function checkGrants(
  user: NewUser,
  tenants: string[],
  roleNames: string[],
  known: Known,
  problems: string[],
  messages: ImportMessages,
): void {
  if (tenants.length === 0) {
    const unknown = roleNames.filter((name) => !hasRole(known, name, ''));
    problems.push(...unknown.map(messages.problems.role));
    if (roleNames.length > 0) user.roleNames = roleNames;
    return;
  }
  user.userTenants = tenants.map((text): AssociatedTenant => {
    const [tenantId = '', ...own] = text.split(':');
    const names = own.length > 0 ? list(own.join(':'), '|') : roleNames;
    if (!known.tenantIds.has(tenantId)) problems.push(messages.problems.tenant(tenantId));
    else {
      const unknown = names.filter((name) => !hasRole(known, name, tenantId));
      problems.push(...unknown.map((name) => messages.problems.roleIn(name, tenantId)));
    }
    return { tenantId, ...(names.length > 0 && { roleNames: names }) };
  });
}

function hasRole({ roles }: Known, name: string, tenantId: string): boolean {
  return roles.some((role) => role.name === name && (role.tenantId === '' || role.tenantId === tenantId));
}

/** Returns the IDs of the tenants that a row names, without their roles. */
export function tenantIdsIn(cells: string[], meanings: Meaning[]): string[] {
  const index = meanings.indexOf('tenants');
  if (index === -1) return [];
  return list(unescapeFormula((cells[index] ?? '').trim())).map((text) => text.split(':')[0] ?? '');
}

function list(text: string, separator = ';'): string[] {
  const items = text.split(separator).map((item) => item.trim());
  return [...new Set(items.filter((item) => item !== ''))];
}
