const SVG = 'http://www.w3.org/2000/svg';

/** Shapes on a 16 × 16 grid, drawn as lines in the colour of the text beside them. */
const SHAPES = {
  empty: 'M8 2.5a5.5 5.5 0 1 1 0 11a5.5 5.5 0 0 1 0-11z',
  corrective: 'M12.8 6A5 5 0 1 0 13 9.5M13 2.5V6H9.5',
  redirect: 'M3 13V8a3 3 0 0 1 3-3h7M10 2l3 3l-3 3',
  recovered: 'M3 8.5l3.5 3.5L13 4.5',
  person:
    'M8 8a2.75 2.75 0 1 0 0-5.5A2.75 2.75 0 0 0 8 8zM2.8 14c.4-3 2.4-4.500 5.200-4.500s4.800 1.500 5.200 4.500',
  assistant: 'M8 2l1.600 4.400L14 8l-4.400 1.600L8 14l-1.600-4.400L2 8l4.400-1.600z',
  harness:
    'M8 5.500a2.500 2.500 0 1 1 0 5a2.500 2.500 0 0 1 0-5zM8 2v2M8 12v2M2 8h2M12 8h2M3.800 3.800l1.400 1.400M10.800 10.800l1.400 1.400M12.200 3.800l-1.400 1.400M5.200 10.800l-1.400 1.400',
  program: 'M2.500 3.500h11v9h-11zM5 6.500l2 1.500l-2 1.500M8.500 10H11',
  incident: 'M8 2.5l6 11H2zM8 6.5v3.2M8 11.6v.1',
  up: 'M3.500 10L8 5.500l4.500 4.500',
  down: 'M3.500 6L8 10.500L12.500 6',
  comment: 'M2.500 3h11v8H7l-3 2.500V11H2.500z',
  open: 'M9.500 2.500h4v4M13.500 2.500L8 8M11.500 9v4.500h-9v-9H7',
  save: 'M8 2.500v7.500M4.500 6.500L8 10l3.500-3.500M2.500 11v2.500h11V11',
  failed: 'M8 2.500a5.500 5.500 0 1 1 0 11a5.500 5.500 0 0 1 0-11zM6 6l4 4M10 6l-4 4',
  tool: 'M3 4.500l3.500 3.500L3 11.500M8 12h5',
} as const;

export type Icon = keyof typeof SHAPES;

/** An icon that a screen reader passes over: the words beside it say the same. */
export function icon(name: Icon): SVGSVGElement {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('class', `icon icon-${name}`);
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(SVG, 'path');
  path.setAttribute('d', SHAPES[name]);
  svg.append(path);
  return svg;
}
