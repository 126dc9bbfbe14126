import type { ProjectContext } from '../../../core/context.ts';
import type { Language } from '../../../core/languages/language.ts';
import type { Texts } from '../../../core/languages/texts.ts';
import { type Html, html } from '../../../http/page.ts';
import type { Connection } from '../../federation/sso/connection.ts';
import { findLastTest, type TestOutcome } from '../../federation/sso/failures.ts';
import { SsoRefusal } from '../../federation/sso/refusal.ts';
import { namesIn, previewUser } from '../../federation/sso/statement.ts';
import {
  type MappingRights,
  mappingRights,
  type PageField,
  pageFields,
} from '../../federation/sso-setup-links/save-mapping.ts';
import type { OpenSetup } from '../../federation/sso-setup-links/setup-link.ts';
import { type ShownRoles, shownRoles } from '../../federation/sso-setup-links/shown-roles.ts';
import { doneNoticeOf, noticeOf } from '../hosted-pages/fields.ts';
import type { SetupView } from './shown.ts';
import { factOf, groupsView } from './view-facts.ts';

/** The number of empty rows below those that exist, because the page works without scripts. */
const emptyRows = 3;

type Draft = SetupView['draft'];

/** Maps attributes to details and groups to roles, and shows the user who would come out. */
export async function mappingStepView(
  ctx: ProjectContext,
  setup: OpenSetup,
  { language, saved, problem, draft }: SetupView,
): Promise<Html> {
  const words = language.texts.ssoSetup;
  const { link, loaded } = setup;
  const { connection } = loaded;
  if (connection.protocol === 'none')
    return factOf('mapping', words.map.attributesHeading, html`<p>${words.notYet}</p>`);
  const rights = await mappingRights(ctx, setup);
  const test = await findLastTest(ctx, link.tenantId, link.connectionId);
  const outcome = test?.outcome.succeeded ? test.outcome : undefined;
  const shown = await shownRoles(ctx, loaded, undefined);
  const hidesRoles = loaded.tenant.settings.ssoSetupSuite.disabledFeatures.groupMapping;
  const drafted = draft?.settings ? { ...connection, settings: draft.settings } : connection;
  return html`${saved && doneNoticeOf(words.map.saved)}
${noticeOf(problem && `${words.problem} ${problem.reason}`)}
<form method="post" action="${link.address}">
${attributesView(words, { connection, rights, draft, names: outcome?.statement ? namesIn(outcome.statement) : [] })}
${!hidesRoles && rolesView(words, { rights, shown, draft, groups: outcome?.groups ?? [] })}
<p class="buttons"><button name="do" value="map">${words.map.save}</button>
<button class="quiet" name="do" value="preview" formaction="${link.address}#preview">${words.map.preview}</button></p>
</form>
${await previewView(ctx, language, { connection: drafted, outcome, hidesRoles })}`;
}

function attributesView(
  words: Texts['ssoSetup'],
  {
    connection: { protocol, settings },
    rights,
    draft,
    names,
  }: { connection: Connection; rights: MappingRights; draft: Draft; names: string[] },
): Html {
  const mapping = protocol === 'oidc' ? settings.oidcAttributeMapping : settings.attributeMapping;
  const fixed = (field: PageField) => {
    if (field === 'group') return rights.mayNameGroups ? undefined : words.map.fixedGroups;
    if (field === 'name' || field === 'givenName' || field === 'familyName') return undefined;
    return rights.mayIdentify ? undefined : words.map.fixed;
  };
  const rows = pageFields.map((field) => {
    const id = `attribute-${field}`;
    const reason = fixed(field);
    const value = draft?.form.attributes[field] ?? mapping[field];
    return html`<div class="field"><label for="${id}">${words.map.fields[field]}</label>
<input id="${id}" name="${id}" type="text" value="${value}" list="sent-names" maxlength="512" autocomplete="off" autocapitalize="none" spellcheck="false"${
      reason && html` disabled aria-describedby="${id}-hint"`
    }>
${reason && html`<p class="hint" id="${id}-hint">${reason}</p>`}</div>
`;
  });
  return factOf(
    'attributes',
    words.map.attributesHeading,
    html`<p>${words.map.attributesLead}</p>
<datalist id="sent-names">${names.map((name) => html`<option value="${name}"></option>`)}</datalist>
${rows}`,
  );
}

function rolesView(
  words: Texts['ssoSetup'],
  {
    rights: { roleNames },
    shown,
    draft,
    groups,
  }: { rights: MappingRights; shown: ShownRoles; draft: Draft; groups: string[] },
): Html {
  if (roleNames.length === 0) return groupsView(words, shown);
  const own = new Set(roleNames);
  const saved = shown.mappings
    .filter(({ roleName }) => own.has(roleName))
    .flatMap(({ roleName, groups }) => groups.map((group) => ({ group, roleName })));
  const rows = [
    ...(draft?.form.rows?.filter(({ group, roleName }) => group || roleName) ?? saved),
    ...Array.from({ length: emptyRows }, () => ({ group: '', roleName: '' })),
  ];
  const fields = rows.map(({ group, roleName }, index) => {
    const number = String(index + 1);
    const options = ['', ...roleNames].map(
      (name) => html`<option value="${name}"${name === roleName && html` selected`}>${name || '–'}</option>`,
    );
    return html`<div class="pair"><input name="mappedGroup" type="text" value="${group}" list="sent-groups" maxlength="512" autocomplete="off" autocapitalize="none" spellcheck="false" aria-label="${words.map.group({ number })}">
<select name="mappedRole" aria-label="${words.map.role({ number })}">${options}</select></div>
`;
  });
  const others = {
    ...shown,
    mappings: shown.mappings.filter(({ roleName }) => !own.has(roleName)),
  };
  return factOf(
    'groups',
    words.map.rolesHeading,
    html`<p>${words.map.rolesLead}</p>
<datalist id="sent-groups">${groups.map((group) => html`<option value="${group}"></option>`)}</datalist>
<div class="pair titles" aria-hidden="true"><span>${words.mapping.groups}</span><span>${words.mapping.role}</span></div>
${fields}
${(others.mappings.length > 0 || others.always.length > 0) && othersView(words, others)}`,
  );
}

function othersView(words: Texts['ssoSetup'], { mappings, always }: ShownRoles): Html {
  const rows = [
    ...always.map((roleName) => html`<li>${words.allUsers} → ${roleName}</li>`),
    ...mappings.map(
      ({ roleName, groups }) => html`<li>${groups.join(', ') || words.none} → ${roleName}</li>`,
    ),
  ];
  return html`<p class="hint">${words.map.otherRoles}</p><ul>${rows}</ul>`;
}

/** Reads the last test again with the mapping, as a sign-in would. */
async function previewView(
  ctx: ProjectContext,
  language: Language,
  {
    connection,
    outcome,
    hidesRoles,
  }: {
    connection: Connection;
    outcome: Extract<TestOutcome, { succeeded: true }> | undefined;
    hidesRoles: boolean;
  },
): Promise<Html> {
  const words = language.texts.ssoSetup;
  const label = words.map;
  if (!outcome?.statement)
    return factOf('preview', label.previewHeading, html`<p>${outcome ? label.oldTest : label.noPreview}</p>`);
  return factOf(
    'preview',
    label.previewHeading,
    html`<p class="hint">${label.previewLead}</p>
${await userView(ctx, words, connection, outcome.statement, hidesRoles)}`,
  );
}

async function userView(
  ctx: ProjectContext,
  words: Texts['ssoSetup'],
  connection: Connection,
  statement: Parameters<typeof previewUser>[2],
  hidesRoles: boolean,
): Promise<Html> {
  const { result, none, map } = words;
  try {
    const { person, asserted, roles } = await previewUser(ctx, connection, statement);
    const { address, isProven } = asserted;
    const email = address && (isProven ? map.proven : map.notProven)({ email: address });
    const names = roles.filter(({ isPrivate }) => !isPrivate).map(({ name }) => name);
    const rows: [string, string][] = [
      [result.loginId, asserted.loginId],
      [result.name, person.details.name ?? ''],
      [result.email, email],
      [map.phone, person.details.phone ?? ''],
      ...(hidesRoles
        ? []
        : ([
            [result.groups, (person.groups ?? []).slice(0, 60).join(', ')],
            [result.roles, names.join(', ')],
          ] as [string, string][])),
    ];
    return html`<dl>${rows.map(
      ([name, value]) => html`<dt>${name}</dt><dd>${value || none}</dd>
`,
    )}</dl>`;
  } catch (error) {
    if (!(error instanceof SsoRefusal)) throw error;
    return html`<div class="error"><p lang="en">${error.fullReason}</p></div>`;
  }
}
