import { t } from '../../../../http/schema.ts';
import { definitionLists } from '../definition-lists.ts';
import { loginIds, readFields, type Source } from './source.ts';
import { decisiveFields, fromWireUser, wireUser } from './wire-user.ts';

const text = () => t.optional(t.text());

/** A user in the response of `user/search`, or an entry of `user/create/batch`. */
const record = t.object({
  ...wireUser,
  loginId: text(),
  additionalLoginIds: t.optional(t.list(t.text(), { maxItems: 10_000 })),
  displayName: text(),
  seed: text(),
  /** In clear in an entry of a batch. A response says whether there is one. */
  password: t.optional(t.any()),
});

/** Reads the users of another Latchkey: the file that the console exports, or responses of its interface. */
export const latchkey: Source = {
  member: 'users',
  lists: definitionLists,
  csv: { columns: ['loginId', 'additionalLoginIds', 'verifiedEmail'], toRecord: fromCells },
  read(one) {
    const warnings: string[] = [];
    const {
      loginId,
      additionalLoginIds = [],
      displayName,
      seed,
      password,
      ...found
    } = readFields(record, one, warnings, decisiveFields);
    const isEntry = found.loginIds === undefined;
    const { user, ...read } = fromWireUser(
      {
        ...found,
        loginIds: loginIds(...(found.loginIds ?? [loginId, ...additionalLoginIds])),
        ...(displayName && { name: displayName }),
        ...(typeof password === 'boolean' && { password }),
        // An entry of a batch has verified addresses unless it says otherwise.
        ...(isEntry && { verifiedEmail: found.verifiedEmail ?? Boolean(found.email) }),
        ...(isEntry && { verifiedPhone: found.verifiedPhone ?? Boolean(found.phone) }),
      },
      'Latchkey',
      warnings,
    );
    return {
      ...read,
      user: {
        ...user,
        ...(found.test && { test: true }),
        ...(seed && { seed }),
        ...(typeof password === 'string' && password && { password }),
      },
    };
  },
};

/** Reads a line of the file that the console exports: Users → Export. */
function fromCells(row: Record<string, string>): unknown {
  const cells = Object.entries(row).map(([name, cell]) => [name, withoutApostrophe(cell)] as const);
  const of = new Map(cells.filter(([, cell]) => cell !== ''));
  const attributes = [...of].filter(([name]) => name.startsWith(attributePrefix));
  const createdAt = Date.parse(of.get('createdTime') ?? '');
  return {
    ...Object.fromEntries(of),
    additionalLoginIds: listIn(of.get('additionalLoginIds')),
    roleNames: listIn(of.get('roles')),
    userTenants: listIn(of.get('tenants')).map((part) => {
      const at = part.indexOf(':');
      return at < 0
        ? { tenantId: part, roleNames: [] }
        : { tenantId: part.slice(0, at), roleNames: listIn(part.slice(at + 1), '|') };
    }),
    customAttributes: Object.fromEntries(
      attributes.map(([name, cell]) => [name.slice(attributePrefix.length), cell]),
    ),
    // Without the column, nobody says that the address is the user's.
    verifiedEmail: flagIn(of.get('verifiedEmail')),
    verifiedPhone: flagIn(of.get('verifiedPhone')),
    test: flagIn(of.get('test')),
    createdTime: Number.isFinite(createdAt) ? Math.round(createdAt / 1000) : undefined,
  };
}

const attributePrefix = 'customAttributes.';

/** Removes the apostrophe that keeps a spreadsheet from reading a cell as a formula. */
function withoutApostrophe(cell: string): string {
  return cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/u, '');
}

/** Leaves another text as it is, so that it is refused. */
function flagIn(cell = 'false'): unknown {
  return { true: true, false: false }[cell.toLowerCase()] ?? cell;
}

function listIn(cell = '', separator = ';'): string[] {
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);
}
