// Adds to the pages of the documentation what works only with a script: copying, tabs, and the reader's project.

const read = (key) => {
  try {
    return JSON.parse(localStorage.getItem(`latchkey.${key}`));
  } catch {
    return null;
  }
};

const write = (key, value) => {
  try {
    localStorage.setItem(`latchkey.${key}`, JSON.stringify(value));
  } catch {
    // Storage is unavailable in the private windows of some browsers.
  }
};

// The project that the reader opened last in the console of this instance.
const projectId = read('project');
if (/^P[A-Za-z0-9]{27}$/.test(projectId)) {
  const blocks = [...document.querySelectorAll('main pre, aside pre')];
  // A page that sets the variable in one command uses it in the next.
  const setsVariable = blocks.some((block) => /PROJECT_ID=/.test(block.textContent));
  const placeholder = setsVariable ? /\bP…/g : /\bP…|\$PROJECT_ID\b/g;
  for (const block of blocks) {
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replace(placeholder, projectId);
    // The colors can cut the name of the variable off its sign.
    if (setsVariable) continue;
    for (const part of block.querySelectorAll('.hljs-variable')) {
      if (part.textContent === '$PROJECT_ID') part.textContent = projectId;
    }
  }
}

const copy = async (text) => {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  // Only https and localhost have a clipboard.
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
};

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.setAttribute('aria-live', 'polite');
  button.addEventListener('click', async () => {
    await copy(block.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  block.append(button);
}

const groups = [...document.querySelectorAll('.tabs')].map((group) => ({
  panels: [...group.children],
  tabs: [],
}));

const show = ({ panels, tabs }, chosen) => {
  for (const [index, tab] of tabs.entries()) {
    tab.setAttribute('aria-selected', index === chosen);
    tab.tabIndex = index === chosen ? 0 : -1;
    panels[index].hidden = index !== chosen;
  }
};

/** Shows the panels with this title wherever there is one: who wants Python in one place wants it in all. */
const choose = (title) => {
  for (const group of groups) {
    const chosen = group.panels.findIndex((panel) => panel.dataset.title === title);
    if (chosen >= 0) show(group, chosen);
  }
};

for (const [number, { panels, tabs }] of groups.entries()) {
  const list = document.createElement('div');
  list.className = 'tab-list';
  list.setAttribute('role', 'tablist');
  for (const [index, panel] of panels.entries()) {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${number}-${index}`;
    tab.textContent = panel.dataset.title;
    tab.setAttribute('role', 'tab');
    panel.id = `panel-${number}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
    panel.querySelector('.tab-title').remove();
    tab.addEventListener('click', () => {
      const top = tab.getBoundingClientRect().top;
      choose(panel.dataset.title);
      // Other groups can change their height above this one.
      scrollBy(0, tab.getBoundingClientRect().top - top);
      write('docs.tab', panel.dataset.title);
    });
    tab.addEventListener('keydown', ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      const next = step && tabs.at((index + step) % tabs.length);
      next?.click();
      next?.focus();
    });
    tabs.push(tab);
    list.append(tab);
  }
  panels[0].before(list);
  show(groups[number], 0);
}
const wanted = read('docs.tab');
if (wanted) choose(wanted);

// `/` opens the search, as in the console.
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target.closest('input, textarea, select')) return;
  event.preventDefault();
  document.querySelector('header input[type="search"]').focus();
});
