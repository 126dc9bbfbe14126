import { randomBytes } from 'node:crypto';
import type { ProjectContext } from '../../../core/context.ts';
import { ServiceError } from '../../../core/errors.ts';
import { afterCommit, transaction } from '../../../storage/transaction.ts';
import { changesBetween } from '../../project/audit/changes.ts';
import { recordAudit } from '../../project/audit/record.ts';
import { lockProject } from '../../project/projects/load-project.ts';
import {
  type AttributeDefinition,
  type AttributeDetails,
  type AttributeOption,
  type AttributeOwner,
  type AttributeType,
  attributeLimits,
  attributeNameRule,
  isSelect,
} from './attribute.ts';
import { forgetDefinitions } from './load-attributes.ts';
import { insertAttribute, listAttributes, updateAttribute } from './store.ts';
import { readValue } from './value.ts';

export interface NewAttribute extends Partial<AttributeDetails> {
  name: string;
  type: AttributeType;
}

type ReadAttribute = Omit<AttributeDefinition, 'id'>;

/**
 * Defines attributes, all or none, and returns all attributes of the project. Overwrites an existing attribute of
 * the same type; throws E111701 for a different type. Users keep values that are no longer among the options.
 */
export async function defineAttributes(
  ctx: ProjectContext,
  owner: AttributeOwner,
  attributes: NewAttribute[],
): Promise<AttributeDefinition[]> {
  const wanted = attributes.map(readAttribute);
  refuseRepeated(
    'attribute',
    wanted.map((attribute) => attribute.name),
  );
  const all = await transaction(ctx, async (ctx) => {
    // Rows cannot be locked for names that do not exist yet.
    await lockProject(ctx, ctx.project.id);
    const existing = await listAttributes(ctx.db, ctx.project.id, owner);
    for (const attribute of wanted) {
      const known = existing.find((one) => one.name === attribute.name);
      await (known ? change(ctx, owner, known, attribute) : insert(ctx, owner, attribute));
    }
    const all = await listAttributes(ctx.db, ctx.project.id, owner);
    if (all.length > attributeLimits.attributes)
      throw new ServiceError(
        'E011004',
        `A project can have at most ${attributeLimits.attributes} custom attributes. Delete one first`,
      );
    return all;
  });
  forgetDefinitions(ctx, owner);
  afterCommit(() => forgetDefinitions(ctx, owner));
  return all;
}

async function insert(ctx: ProjectContext, owner: AttributeOwner, attribute: ReadAttribute): Promise<void> {
  const { name, type, ...details } = attribute;
  // The ID is short because every user's values repeat it. 48 random bits suffice for the names that one project
  // ever uses.
  const id = randomBytes(6).toString('base64url');
  const row = { id, name, type, details: JSON.stringify(details), createdAt: ctx.now() };
  await insertAttribute(ctx.db, { projectId: ctx.project.id, owner, ...row });
  await recordAudit(ctx, { action: 'CustomAttributeCreated', data: { of: owner, name, type } });
}

async function change(
  ctx: ProjectContext,
  owner: AttributeOwner,
  known: AttributeDefinition,
  attribute: ReadAttribute,
): Promise<void> {
  const { name, type, ...details } = attribute;
  if (known.type !== type) {
    throw new ServiceError(
      'E111701',
      `The custom attribute ${name} already exists with the type ${known.type}. Use that type or another ` +
        'name',
    );
  }
  await updateAttribute(ctx.db, ctx.project.id, owner, known.id, JSON.stringify(details));
  const { id: _, name: __, type: ___, ...before } = known;
  const changes = changesBetween(before, details);
  await recordAudit(ctx, { action: 'CustomAttributeModified', data: { of: owner, name, changes } });
}

function readAttribute(attribute: NewAttribute): ReadAttribute {
  const { name, type, displayName = '', options = [], defaultValue = null } = attribute;
  // Some JSON parsers do not treat `__proto__` as an ordinary key.
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(name) || name === '__proto__')
    throw new ServiceError('E011004', `The name of a custom attribute must have ${attributeNameRule}`);
  const read = { name, type, options: readOptions(name, type, options) };
  return {
    ...read,
    displayName,
    defaultValue: defaultValue === null ? null : readValue(read, defaultValue),
    viewPermissions: attribute.viewPermissions ?? [],
    editPermissions: attribute.editPermissions ?? [],
  };
}

function readOptions(name: string, type: AttributeType, options: AttributeOption[]): AttributeOption[] {
  if (isSelect(type) === options.length > 0) {
    const values = options.map((option) => option.value);
    if (values.includes(''))
      throw new ServiceError(
        'E011004',
        `An option of the custom attribute ${name} has no value. Give each option a value`,
      );
    refuseRepeated('option', values);
    return options;
  }
  const rule = isSelect(type) ? 'needs options' : 'cannot have options';
  throw new ServiceError('E011004', `The custom attribute ${name} has the type ${type}, which ${rule}`);
}

function refuseRepeated(what: string, names: string[]): void {
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new ServiceError('E011004', `The ${what} ${repeated} is given twice. Give it once`);
}
