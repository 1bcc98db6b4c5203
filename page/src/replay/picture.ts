/** Makes a picture file of the drawing on the screen, with its computed colours. */

/** CSS properties that are copied to attributes of each shape. */
const LOOKS = [
  'fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-dashoffset',
  'stroke-linecap', 'stroke-linejoin', 'opacity', 'paint-order', 'visibility', 'display', 'stop-color', 'stop-opacity',
  'flood-color', 'flood-opacity', 'filter', 'clip-path', 'mask', 'mix-blend-mode', 'vector-effect',
];
const LETTERS = ['font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'letter-spacing'];
const NOT_SHOWN = new Set(['none', 'normal', 'auto']);

export interface Picture {
  svg: string;
  width: number;
  height: number;
}

export function pictureOf(drawing: SVGSVGElement, paper: string): Picture {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const from = [drawing, ...drawing.querySelectorAll('*')];
  const to = [copy, ...copy.querySelectorAll('*')];
  from.forEach((element, n) => settle(element, to[n]!));
  const [x, y, width, height] = (drawing.getAttribute('viewBox') ?? '0 0 100 100').split(/[\s,]+/).map(Number) as [number, number, number, number];
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ x, y, width, height, fill: paper })) ground.setAttribute(name, String(value));
  copy.prepend(ground);
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.removeAttribute('aria-hidden');
  return { svg: withoutComments(new XMLSerializer().serializeToString(copy)), width, height };
}

function settle(element: Element, copy: Element): void {
  const style = getComputedStyle(element);
  const names = element.localName === 'text' || element.localName === 'tspan' ? [...LOOKS, ...LETTERS] : LOOKS;
  for (const name of names) {
    const value = style.getPropertyValue(name);
    if (value && !(NOT_SHOWN.has(value) && !shows(name))) copy.setAttribute(name, local(value));
  }
  copy.removeAttribute('class');
  copy.removeAttribute('style');
}

/** Properties for which "none" makes a difference. */
function shows(name: string): boolean {
  return name === 'fill' || name === 'stroke' || name === 'display';
}

/** `url("https://here/#shade")` is `url(#shade)` in the file. */
function local(value: string): string {
  return value.replace(/url\("?[^"#)]*(#[^")]+)"?\)/g, 'url($1)');
}

function withoutComments(text: string): string {
  return text.replace(/<!--[\s\S]*?-->/g, '');
}

/** A PNG, wide enough to print. */
export async function png({ svg, width, height }: Picture, wide = 1600): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = wide;
  canvas.height = Math.round((wide * height) / width);
  canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('PNG'))), 'image/png');
  });
}
