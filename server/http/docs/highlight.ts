import core from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import csharp from 'highlight.js/lib/languages/csharp';
import css from 'highlight.js/lib/languages/css';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import kotlin from 'highlight.js/lib/languages/kotlin';
import nginx from 'highlight.js/lib/languages/nginx';
import php from 'highlight.js/lib/languages/php';
import python from 'highlight.js/lib/languages/python';
import ruby from 'highlight.js/lib/languages/ruby';
import sql from 'highlight.js/lib/languages/sql';
import swift from 'highlight.js/lib/languages/swift';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { type Html, html, trustedHtml } from '../page.ts';

const languages = {
  bash,
  csharp,
  css,
  dart,
  dockerfile,
  go,
  http,
  ini,
  java,
  javascript,
  json,
  kotlin,
  nginx,
  php,
  python,
  ruby,
  sql,
  swift,
  typescript,
  xml,
  yaml,
};
for (const [name, language] of Object.entries(languages)) core.registerLanguage(name, language);
// Caddy's file has the same form: words, braces and comments with a hash.
core.registerAliases(['caddyfile', 'conf'], { languageName: 'nginx' });

/** Beyond this, a text is shown as it is: it would take a while to read. */
const longestText = 60_000;

/** Colors a program. Text in a language that is not known stays as it is. */
export function highlight(text: string, language: string | undefined): Html {
  if (!language || !core.getLanguage(language) || text.length > longestText) return html`${text}`;
  return trustedHtml(core.highlight(text, { language, ignoreIllegals: true }).value);
}

const labels: Record<string, string> = {
  sh: 'Shell',
  bash: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  tsx: 'TypeScript',
  py: 'Python',
  go: 'Go',
  cs: 'C#',
  csharp: 'C#',
  java: 'Java',
  kotlin: 'Kotlin',
  php: 'PHP',
  rb: 'Ruby',
  ruby: 'Ruby',
  swift: 'Swift',
  json: 'JSON',
  yaml: 'YAML',
  http: 'HTTP',
  sql: 'SQL',
  html: 'HTML',
  ini: 'INI',
};

export function labelOf(language: string): string {
  return labels[language] ?? language;
}

/** A block of code. `docs.js` adds a button that copies it. */
export function codeBlock(text: string, language?: string): Html {
  return html`<div class="code"><pre tabindex="0"><code>${highlight(text, language)}</code></pre></div>`;
}

/** Blocks of which the reader wants one. Without a script they follow each other, each below its title. */
export function codeTabs(
  blocks: readonly { title: string; text: string; language?: string | undefined }[],
): Html {
  const panels = blocks.map(
    ({ title, text, language }) =>
      html`<div class="panel" data-title="${title}"><p class="tab-title">${title}</p>${codeBlock(text, language)}</div>\n`,
  );
  return html`<div class="tabs">${panels}</div>`;
}
