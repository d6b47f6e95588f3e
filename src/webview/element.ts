/** Attributes of an element; what is null is left out. Never HTML: children are elements and texts. */
type Attributes = Readonly<Record<string, string | null>>;

export type Child = Node | string | null;

/** Makes an element. Text is set as text, so nothing in it is ever taken for markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** A button; `words` are its text unless children are given. */
export function button(
  words: string,
  attributes: Attributes,
  press: () => void,
  ...children: readonly Child[]
): HTMLButtonElement {
  const shown = children.length === 0 ? [words] : children;
  const made = element('button', { type: 'button', ...attributes }, ...shown);
  made.addEventListener('click', press);
  return made;
}
