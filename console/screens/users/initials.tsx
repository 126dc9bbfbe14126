/** Those whose letters can be read on their own light shade. */
const readableColors = ['indigo', 'violet', 'grape', 'pink', 'blue'];

/** A picture of somebody, or their initials on a colour that is always theirs. For the eye only: the name is beside it. */
export function Initials({ name, picture }: { name: string; picture: string }) {
  const color = `var(--mantine-color-${colorOf(name)}-light`;
  return (
    <span className="initials" style={{ background: `${color})`, color: `${color}-color)` }} aria-hidden>
      {initialsOf(name)}
      {picture.startsWith('https://') && (
        // Another picture is another element: nobody is shown with the face of whoever was in this row before.
        <img
          key={picture}
          src={picture}
          alt=""
          onError={({ currentTarget }) => {
            currentTarget.hidden = true;
          }}
        />
      )}
    </span>
  );
}

function initialsOf(name: string): string {
  const [first = '', second] = name.split(' ');
  const letters = second === undefined ? first.slice(0, 2) : `${first.charAt(0)}${second.charAt(0)}`;
  return letters.toUpperCase();
}

function colorOf(name: string): string | undefined {
  let hash = 0;
  for (let index = 0; index < name.length; index += 1) hash = (hash * 31 + name.charCodeAt(index)) | 0;
  return readableColors[Math.abs(hash) % readableColors.length];
}
