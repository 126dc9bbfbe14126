// Sends the request of the form on a page below /docs/api/, and shows the response.

const form = document.querySelector('.try-it');
if (form) {
  const { projectId, credential, body } = form.elements;
  const output = form.querySelector('output');
  form.hidden = false;

  const remembered = (key) => {
    try {
      return sessionStorage.getItem(`latchkey.${key}`) ?? '';
    } catch {
      return '';
    }
  };
  const remember = (key, value) => {
    try {
      sessionStorage.setItem(`latchkey.${key}`, value);
    } catch {
      // Storage is unavailable in the private windows of some browsers.
    }
  };
  const lastProject = () => {
    try {
      return JSON.parse(localStorage.getItem('latchkey.project')) ?? '';
    } catch {
      return '';
    }
  };

  projectId.value = remembered('try.project') || lastProject();
  const kind = credential && `try.${credential.dataset.kind}`;
  if (kind) credential.value = remembered(kind);

  const show = (title, text) => {
    const heading = document.createElement('p');
    const code = document.createElement('code');
    const block = document.createElement('pre');
    heading.textContent = title;
    code.textContent = text;
    block.className = 'response';
    block.tabIndex = 0;
    block.append(code);
    output.replaceChildren(heading, block);
    output.hidden = false;
  };

  const readable = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2);
    } catch {
      return text;
    }
  };

  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    remember('try.project', projectId.value.trim());
    if (kind) remember(kind, credential.value.trim());
    const query = new URLSearchParams();
    for (const { dataset, value } of form.querySelectorAll('[data-query]')) {
      if (value !== '') query.append(dataset.query, value);
    }
    const bearer = [projectId.value.trim(), credential?.value.trim()].filter(Boolean).join(':');
    const started = performance.now();
    try {
      const response = await fetch(`${form.dataset.path}${query.size > 0 ? `?${query}` : ''}`, {
        method: form.dataset.method,
        headers: {
          authorization: `Bearer ${bearer}`,
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: body.value }),
      });
      const text = await response.text();
      show(`${response.status} in ${Math.round(performance.now() - started)} ms`, readable(text));
    } catch (error) {
      show('No response', String(error));
    }
  });
}
