// Adds to fields what works only with a script: showing a password, copying, printing, files, and codes without spaces.
for (const button of document.querySelectorAll('button[data-shows]')) {
  const field = document.getElementById(button.dataset.shows);
  const show = (isShown) => {
    field.type = isShown ? 'text' : 'password';
    button.setAttribute('aria-pressed', isShown);
  };
  button.hidden = false;
  button.addEventListener('click', () => {
    show(field.type === 'password');
    field.focus();
  });
  // Browsers offer to store only what is in a password field, and would list a text among the earlier entries.
  field.form.addEventListener('submit', () => show(false));
}

for (const button of document.querySelectorAll('button[data-copies]')) {
  const field = document.getElementById(button.dataset.copies);
  const [before, after] = button.querySelectorAll('[data-state]');
  if (!navigator.clipboard) continue;
  button.hidden = false;
  const show = (isCopied) => {
    before.hidden = isCopied;
    after.hidden = !isCopied;
    button.nextElementSibling.textContent = isCopied ? after.textContent : '';
  };
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(field.value ?? field.innerText);
    show(true);
    setTimeout(() => show(false), 2_000);
  });
}

// A file is read here and sent as text, whether it is chosen or dropped on the text field.
for (const part of document.querySelectorAll('[data-reads-file]')) {
  const field = document.getElementById(part.dataset.readsFile);
  const choice = part.querySelector('input');
  const read = async (files) => {
    const [file] = files;
    if (!file) return;
    field.value = await file.text();
    field.focus();
  };
  part.hidden = false;
  choice.addEventListener('change', () => void read(choice.files));
  field.addEventListener('dragover', (event) => event.preventDefault());
  field.addEventListener('drop', (event) => {
    if (event.dataTransfer.files.length === 0) return;
    event.preventDefault();
    void read(event.dataTransfer.files);
  });
}

for (const button of document.querySelectorAll('button[data-prints]')) {
  button.hidden = false;
  button.addEventListener('click', () => print());
}

for (const field of document.querySelectorAll('.digits input')) {
  const boxes = [...field.parentElement.querySelectorAll('i')];
  const mark = () => {
    const digits = field.value.normalize('NFKC').replace(/[\s\u200b-\u200f\u2060\p{Pd}]/gu, '');
    if (digits !== field.value) field.value = digits;
    const next = Math.min(digits.length, boxes.length - 1);
    for (const [at, box] of boxes.entries()) box.classList.toggle('next', at === next);
  };
  field.addEventListener('input', mark);
  mark();
}
