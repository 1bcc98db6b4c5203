/** Small shapes as path data, all drawn clockwise so that overlapping ones unite into one silhouette. */

export function oval(x: number, y: number, rx: number, ry = rx): string {
  return `M${x - rx} ${y}a${rx} ${ry} 0 0 1 ${2 * rx} 0a${rx} ${ry} 0 0 1 ${-2 * rx} 0Z`;
}

/** A bar with round ends about a point; `along` is its whole length. */
export function bar(along: number, thick: number, lying: boolean, x = 0, y = 0): string {
  const [w, h] = lying ? [along, thick] : [thick, along];
  return box(x - w / 2, y - h / 2, w, h, thick / 2);
}

export function box(x: number, y: number, w: number, h: number, r: number): string {
  const [across, down] = [w - 2 * r, h - 2 * r];
  const turn = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
  return `M${x + r} ${y}h${across}${turn(r, r)}v${down}${turn(-r, r)}h${-across}${turn(-r, -r)}v${-down}${turn(r, -r)}Z`;
}

/** A star or a blossom's outline: points in turn on two circles. */
export function star(points: number, outer: number, inner: number, turn = 0): string {
  const corners = Array.from({ length: 2 * points }, (_, n) => {
    const angle = turn + (Math.PI * n) / points - Math.PI / 2;
    const r = n % 2 ? inner : outer;
    return `${round(r * Math.cos(angle))} ${round(r * Math.sin(angle))}`;
  });
  return `M${corners.join('L')}Z`;
}

export function round(value: number): number {
  return Math.round(value * 10) / 10;
}
