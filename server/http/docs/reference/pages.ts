import { readFileSync } from 'node:fs';
import {
  type ErrorCode,
  errorCodes,
  errorDescription,
  errorStatus,
  universalErrors,
} from '../../../core/errors.ts';
import { particularErrors } from '../../declared-errors.ts';
import type { Endpoint } from '../../endpoint.ts';
import { credentialsOf, introduction } from '../../openapi.ts';
import { type Html, html } from '../../page.ts';
import { asJsonSchema, type JsonSchema } from '../../schema.ts';
import { codeBlock, codeTabs } from '../highlight.ts';
import { type Frame, viewFrame } from '../view.ts';
import { reasonsOf } from './errors/reasons.ts';
import { innerOf, viewFields } from './fields.ts';
import type { OperationGroup, Reference } from './reference.ts';
import { callOf, credentialLabel, curlOf, exampleRequest, exampleResponse } from './samples.ts';
import { blockText, inlineText } from './text.ts';

/** The pages to read are below `/docs/reference/`. Those below `/docs/api/` also call the API. */
export interface Place {
  path: '/docs/reference' | '/docs/api';
  reference: Reference;
  frame: Frame;
}

/** Returns the page with this address below the place's path. */
export function viewReference(place: Place, address: string): string | undefined {
  const { operations, groupByName } = place.reference;
  if (address === '') return viewOverview(place);
  if (address === 'errors') return viewErrors(place);
  const endpoint = operations.get(address);
  if (endpoint) return viewOperation(place, endpoint);
  const group = groupByName.get(address);
  return group && viewGroup(place, group);
}

function viewOverview(place: Place): string {
  const { path, reference, frame } = place;
  const sections = Map.groupBy(reference.groups, ({ section }) => section);
  const lists = [...sections].map(
    ([section, groups]) => html`<h2>${section}</h2>
<ul class="groups">
${groups.map(
  ({ name, title, operations }) =>
    html`<li><a href="${path}/${name}">${title}</a> <span class="count">${operations.length}</span></li>\n`,
)}
</ul>
`,
  );
  const other = path === '/docs/api' ? undefined : frame.hasApiPage;
  const body = html`<h1>${path === '/docs/api' ? 'Try the API' : 'API reference'}</h1>
${blockText(introduction)}
<p>The base URL is <code>${frame.baseUrl}</code>. Every request has the header <code>Authorization: Bearer &lt;project ID&gt;</code>; each
operation says what follows the project ID. See also the <a href="/docs/reference/errors">error codes</a> and
<a href="/openapi.json">openapi.json</a>.</p>
${other && html`<p>To send requests from your browser, <a href="/docs/api/">try the API</a>.</p>\n`}
${lists}`;
  return viewFrame({ title: 'API reference', body, contents: viewContents(place) });
}

function viewGroup(place: Place, group: OperationGroup): string {
  const rows = group.operations.map(
    (endpoint) =>
      html`<tr><td><a href="${place.path}/${endpoint.name}">${endpoint.summary}</a></td><td>${viewRoute(endpoint)}</td></tr>\n`,
  );
  const body = html`<p class="place"><a href="${place.path}/">API reference</a> / ${group.section}</p>
<h1>${group.title}</h1>
<div class="table" tabindex="0"><table><tbody>
${rows}
</tbody></table></div>`;
  return viewFrame({ title: group.title, body, contents: viewContents(place, group) });
}

function viewOperation(place: Place, endpoint: Endpoint): string {
  const { path, reference, frame } = place;
  const group = reference.groups.find(({ operations }) => operations.includes(endpoint));
  const calls = path === '/docs/api';
  const body = html`<p class="place"><a href="${path}/">API reference</a>${group && html` / <a href="${path}/${group.name}">${group.title}</a>`}</p>
<h1>${endpoint.summary}</h1>
<p>${viewRoute(endpoint)}</p>
${endpoint.otherPaths && html`<p class="hint">Also at ${endpoint.otherPaths.map((other, index) => html`${index > 0 && ', '}<code>${other}</code>`)}</p>`}
${endpoint.description && blockText(endpoint.description)}
<h2 id="credentials">Credentials</h2>
<p>${inlineText(credentialsOf(endpoint))}</p>
${viewInput(endpoint)}
<h2 id="response">Response</h2>
${viewSchema(asJsonSchema(endpoint.output)) ?? html`<p>An empty object.</p>`}
<h2 id="errors">Errors</h2>
${viewErrorsOf(endpoint)}
${group && viewNeighbours(path, group, endpoint)}`;
  const link =
    !calls &&
    frame.hasApiPage &&
    html`<p><a class="button" href="/docs/api/${endpoint.name}">Try it</a></p>\n`;
  const aside = html`<aside class="samples">
${calls ? viewForm(endpoint) : link}
${codeTabs(samplesOf(endpoint, frame.baseUrl))}
<h2>Example response</h2>
${codeBlock(JSON.stringify(exampleResponse(endpoint), null, 2), 'json')}
</aside>`;
  return viewFrame({
    title: endpoint.summary,
    body,
    aside,
    contents: viewContents(place, group, endpoint),
    calls,
  });
}

/** The methods of `@descope/node-sdk` that take the same parameters as ours. `samples.test.ts` writes the list. */
const nodeSdkMethods = new Set(
  readFileSync(new URL('node-sdk-methods.txt', import.meta.url), 'utf8').split('\n'),
);

function samplesOf(endpoint: Endpoint, baseUrl: string) {
  const project = `projectId: 'P…'${endpoint.auth === 'management' ? ', managementKey' : ''}`;
  const client = `import { createClient } from '@latchkey/client';

const client = createClient({ ${project}, baseUrl: '${baseUrl}' });
const result = ${callOf(endpoint, 'client')}
if (!result.ok) console.error(result.error.errorMessage);`;
  const sdk = `import createSdk from '@descope/node-sdk';

const sdk = createSdk({ ${project}, baseUrl: '${baseUrl}' });
const result = ${callOf(endpoint, 'sdk')}`;
  return [
    { title: 'curl', text: curlOf(endpoint, baseUrl), language: 'sh' },
    ...(endpoint.isOutsideClient ? [] : [{ title: '@latchkey/client', text: client, language: 'js' }]),
    ...(nodeSdkMethods.has(endpoint.name) ? [{ title: '@descope/node-sdk', text: sdk, language: 'js' }] : []),
  ];
}

function viewInput({ method, input, query }: Endpoint): Html {
  const inQuery = method === 'GET' || method === 'DELETE';
  const queryFields = inQuery ? asJsonSchema(input) : query && asJsonSchema(query);
  const parameters = queryFields && viewSchema(queryFields);
  const body = inQuery ? undefined : viewSchema(asJsonSchema(input));
  return html`${parameters && html`<h2 id="query">Query parameters</h2>\n${parameters}\n`}${body && html`<h2 id="body">Request body</h2>\n${body}\n`}`;
}

function viewSchema(schema: JsonSchema): Html | undefined {
  const fields = viewFields(innerOf(schema));
  const list = schema.type === 'array' && html`<p>A list of objects with these fields:</p>`;
  return fields && html`${list}${fields}`;
}

function viewErrorsOf(endpoint: Endpoint): Html {
  const codes = [...particularErrors(endpoint)].sort();
  const rows = codes.map(
    (code) =>
      html`<tr><td><a href="/docs/reference/errors#${code}"><code>${code}</code></a></td><td>${errorStatus(code)}</td><td>${errorDescription(code)}</td></tr>\n`,
  );
  return html`<div class="table" tabindex="0"><table><thead><tr><th>Code</th><th>Status</th><th>Meaning</th></tr></thead><tbody>
${rows}
</tbody></table></div>
<p class="hint">Every operation can also return the <a href="/docs/reference/errors#every-operation">general errors</a>.</p>`;
}

function viewErrors(place: Place): string {
  const general = new Set<string>(universalErrors);
  const row = (code: ErrorCode) => {
    const found = place.reference.operationsOf.get(code) ?? [];
    const links = found.map(
      ({ name, summary }) => html`<li><a href="${place.path}/${name}">${summary}</a></li>`,
    );
    const list =
      links.length > 3
        ? html`<details><summary>${links.length} operations</summary><ul>${links}</ul></details>`
        : html`<ul>${links}</ul>`;
    return html`<tr id="${code}"><td><code>${code}</code><br>${errorStatus(code)}</td><td>${errorDescription(code)}${!general.has(code) && links.length > 0 && list}</td><td>${viewReasons(code)}</td></tr>\n`;
  };
  const table = (codes: readonly ErrorCode[]) => html`<div class="table" tabindex="0"><table>
<thead><tr><th>Code and status</th><th>Meaning, and operations</th><th>Cause and remedy</th></tr></thead>
<tbody>
${codes.map(row)}
</tbody></table></div>`;
  const body = html`<p class="place"><a href="${place.path}/">API reference</a></p>
<h1>Error codes</h1>
<p>An error response has <code>errorCode</code>, <code>errorDescription</code> and <code>errorMessage</code>. The message says what is wrong in
this request, and what to do about it. The causes below are the most frequent ones.
<a href="/docs/guides/troubleshooting.html">Troubleshooting</a> begins with what you see.</p>
<h2 id="every-operation">General errors</h2>
<p>Every operation can return these.</p>
${table(errorCodes.filter((code) => general.has(code)))}
<h2 id="single-operations">Errors of single operations</h2>
${table(errorCodes.filter((code) => !general.has(code)))}`;
  return viewFrame({ title: 'Error codes', body, contents: viewContents(place) });
}

function viewReasons(code: ErrorCode): Html {
  const items = reasonsOf[code].map(
    ([cause, remedy]) => html`<li>${inlineText(cause)}<br><strong>→</strong> ${inlineText(remedy)}</li>`,
  );
  return html`<ul class="reasons">${items}</ul>`;
}

function viewRoute({ method, path }: Endpoint): Html {
  return html`<span class="method">${method}</span> <code>${path}</code>`;
}

function viewContents({ path, reference }: Place, group?: OperationGroup, current?: Endpoint): Html {
  const operations = group?.operations.map(
    (endpoint) =>
      html`<li><a href="${path}/${endpoint.name}"${endpoint === current && html` aria-current="page"`}>${endpoint.summary}</a></li>\n`,
  );
  const isHere = (one: OperationGroup) => one.name === group?.name;
  const item = (one: OperationGroup) =>
    html`<li><a href="${path}/${one.name}"${isHere(one) && !current && html` aria-current="page"`}>${one.title}</a>${isHere(one) && html`<ul class="operations">${operations}</ul>`}</li>\n`;
  const sections = [...Map.groupBy(reference.groups, ({ section }) => section)].map(
    ([section, groups]) => html`<p>${section}</p>\n<ul>${groups.map(item)}</ul>\n`,
  );
  return html`<ul>
<li><a href="/docs/">Documentation</a></li>
<li><a href="${path}/">API reference</a></li>
<li><a href="/docs/reference/errors">Error codes</a></li>
</ul>
${sections}`;
}

function viewNeighbours(path: string, { operations }: OperationGroup, endpoint: Endpoint): Html {
  const place = operations.indexOf(endpoint);
  const link = (label: string, one: Endpoint | undefined) =>
    one && html`<a href="${path}/${one.name}"><span>${label}</span> ${one.summary}</a>`;
  const before = link('Previous', operations[place - 1]);
  return html`<footer class="neighbours">${before}${link('Next', operations[place + 1])}</footer>`;
}

/** The form that `try-it.js` sends. Without a script there is none. */
function viewForm(endpoint: Endpoint): Html {
  const { query, body } = exampleRequest(endpoint);
  const credential = credentialLabel(endpoint);
  const schema = endpoint.method === 'GET' || endpoint.method === 'DELETE' ? endpoint.input : endpoint.query;
  const names = Object.keys((schema && asJsonSchema(schema).properties) ?? {});
  const text = body === undefined ? undefined : JSON.stringify(body, null, 2);
  const field = (id: string, label: string, attributes: Html) =>
    html`<div class="field"><label for="${id}">${label}</label><input id="${id}" ${attributes}></div>\n`;
  return html`<noscript><p>This form needs JavaScript.</p></noscript>
<form class="try-it" data-method="${endpoint.method}" data-path="${endpoint.path}" hidden>
<h2>Try it</h2>
${field('try-project', 'Project ID', html`name="projectId" required autocomplete="off" spellcheck="false"`)}
${credential && field('try-credential', credential, html`name="credential" type="password" autocomplete="off" data-kind="${endpoint.auth}"`)}
${names.map((name) => field(`try-${name}`, name, html`data-query="${name}" value="${String(query[name] ?? '')}" autocomplete="off"`))}
${text && html`<div class="field"><label for="try-body">Request body</label><textarea id="try-body" name="body" rows="${Math.min(16, text.split('\n').length + 1)}" spellcheck="false">${text}</textarea></div>\n`}
<button>Send</button>
<p class="hint">The request goes to this instance and changes real data.${credential && ' This tab keeps the credential until you close it.'}</p>
<output hidden></output>
</form>`;
}
