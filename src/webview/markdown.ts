import type { PanelNode } from '../shared/protocol';

/** Markdown that the extension has parsed, as elements. The protocol lets only known tags through. */
export function markdown(
  nodes: readonly PanelNode[],
  openLink: (href: string) => void,
): DocumentFragment {
  const fragment = document.createDocumentFragment();
  for (const node of nodes) {
    fragment.append(typeof node === 'string' ? node : made(node, openLink));
  }
  return fragment;
}

function made(
  { tag, href, align, children }: Exclude<PanelNode, string>,
  openLink: (href: string) => void,
): HTMLElement {
  const inside = markdown(children, openLink);
  if (tag === 'table') return scrolled(inside);
  const element = document.createElement(tag);
  element.append(inside);
  if (align !== undefined) element.className = align;
  if (href === undefined) return element;
  element.setAttribute('href', href);
  element.title = href;
  element.addEventListener('click', (event) => {
    event.preventDefault();
    openLink(href);
  });
  return element;
}

/** Wide tables scroll by themselves, by keyboard too. */
function scrolled(inside: DocumentFragment): HTMLElement {
  const table = document.createElement('table');
  table.append(inside);
  const frame = document.createElement('div');
  frame.className = 'scroll';
  frame.tabIndex = 0;
  frame.setAttribute('role', 'group');
  frame.append(table);
  return frame;
}
