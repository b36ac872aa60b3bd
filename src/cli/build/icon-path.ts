/** A shape of an icon in `lucide-react`: its element and attributes. */
export type IconNode = readonly [name: string, attributes: Readonly<Record<string, string>>]

/** An icon as two paths: its lines, and the filled parts. */
export type IconPaths = { lines: string; filled: string }

/**
 * Converts the shapes of an icon to equivalent paths.
 * @returns undefined if a shape cannot be a path, such as text.
 */
export function iconPaths(nodes: readonly IconNode[]): IconPaths | undefined {
  const paths = { lines: '', filled: '' }
  for (const [name, { fill, key: _key, ...place }] of nodes) {
    const path = Object.hasOwn(shapes, name) ? shapes[name]?.(place) : undefined
    if (path === undefined || (fill !== undefined && fill !== 'currentColor')) return undefined
    paths[fill === undefined ? 'lines' : 'filled'] += path
  }
  return paths
}

type Place = Readonly<Record<string, string>>

const shapes: Readonly<Record<string, (place: Place) => string>> = {
  path: ({ d = '' }) => begunAnywhere(d),
  line: ({ x1, y1, x2, y2 }) => `M${x1} ${y1}L${x2} ${y2}`,
  polyline: ({ points }) => `M${points}`,
  polygon: ({ points }) => `M${points}z`,
  circle: ({ cx, cy, r }) =>
    ellipse({ cx: Number(cx), cy: Number(cy), rx: Number(r), ry: Number(r) }),
  ellipse: ({ cx, cy, rx, ry }) =>
    ellipse({ cx: Number(cx), cy: Number(cy), rx: Number(rx), ry: Number(ry) }),
  rect: ({ x = '0', y = '0', width, height, rx = '0', ry = rx }) =>
    rectangle({
      x: Number(x),
      y: Number(y),
      width: Number(width),
      height: Number(height),
      rx: Number(rx),
      ry: Number(ry),
    }),
}

const short = (value: number) => String(Math.round(value * 1e4) / 1e4)

const number = String.raw`([+-]?(?:\d+\.?\d*|\.\d+))`
const firstMove = new RegExp(String.raw`^m\s*${number}[\s,]*${number}[\s,]*(?=(.?))`)

/**
 * Converts a path so that it can follow another one: an initial `m` is relative to the origin only
 * at the start.
 */
function begunAnywhere(d: string): string {
  const [begin = '', x, y, next = ''] = firstMove.exec(d) ?? []
  if (begin === '') return d
  return `M${x} ${y}${/[\d.+-]/.test(next) ? 'l' : ''}${d.slice(begin.length)}`
}

type Box = { cx: number; cy: number; rx: number; ry: number }

const ellipse = ({ cx, cy, rx, ry }: Box): string =>
  `M${short(cx - rx)} ${short(cy)}a${short(rx)} ${short(ry)} 0 1 0 ${short(2 * rx)} 0a${short(rx)} ${short(ry)} 0 1 0 ${short(-2 * rx)} 0z`

type Rectangle = { x: number; y: number; width: number; height: number; rx: number; ry: number }

function rectangle({ x, y, width, height, rx, ry }: Rectangle): string {
  if (rx === 0) return `M${short(x)} ${short(y)}h${short(width)}v${short(height)}h${short(-width)}z`
  const [across, down] = [short(width - 2 * rx), short(height - 2 * ry)]
  const corner = (dx: number, dy: number) =>
    `a${short(rx)} ${short(ry)} 0 0 1 ${short(dx)} ${short(dy)}`
  return `M${short(x + rx)} ${short(y)}h${across}${corner(rx, ry)}v${down}${corner(-rx, ry)}h-${across}${corner(-rx, -ry)}v-${down}${corner(rx, -ry)}z`
}
