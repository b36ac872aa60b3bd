import { getAttribute, findElements, getStartTag, findTags } from './xml.ts'

export type CornerSurface = {
  /** Linear red, green, blue and alpha, 0 to 1. */
  color?: readonly [number, number, number, number]
  /** Path of a picture in the package, and the coordinates on it; v runs up. */
  picture?: { path: string; u: number; v: number }
}

type Group =
  | { kind: 'colors'; colors: CornerSurface['color'][] }
  | { kind: 'picture'; path: string; places: [number, number][] }
  | { kind: 'mixture'; of: string; indices: number[]; fractions: number[][] }
  | { kind: 'several'; of: string[]; rows: number[][] }

export type Properties = ReadonlyMap<string, Group>

/** Reads the property groups of the core specification 1.3 and the materials extension 1.2. */
export function readPropertyGroups(text: string): Properties {
  const groups = new Map<string, Group>()
  const pictures = new Map(
    findTags(text, 'texture2d').map((tag) => [
      getAttribute(tag, 'id') ?? '',
      getAttribute(tag, 'path') ?? '',
    ]),
  )
  const put = (name: string, read: (element: string, head: string) => Group) => {
    for (const element of findElements(text, name)) {
      const head = getStartTag(element)
      groups.set(getAttribute(head, 'id') ?? '', read(element, head))
    }
  }
  put('basematerials', (element) => ({
    kind: 'colors',
    colors: findTags(element, 'base').map((tag) => getColor(getAttribute(tag, 'displaycolor'))),
  }))
  put('colorgroup', (element) => ({
    kind: 'colors',
    colors: findTags(element, 'color').map((tag) => getColor(getAttribute(tag, 'color'))),
  }))
  put('texture2dgroup', (element, head) => ({
    kind: 'picture',
    path: pictures.get(getAttribute(head, 'texid') ?? '') ?? '',
    places: findTags(element, 'tex2coord').map((tag) => [
      Number(getAttribute(tag, 'u') ?? 0),
      Number(getAttribute(tag, 'v') ?? 0),
    ]),
  }))
  put('compositematerials', (element, head) => ({
    kind: 'mixture',
    of: getAttribute(head, 'matid') ?? '',
    indices: getNumbers(getAttribute(head, 'matindices')),
    fractions: findTags(element, 'composite').map((tag) => getNumbers(getAttribute(tag, 'values'))),
  }))
  put('multiproperties', (element, head) => ({
    kind: 'several',
    of: (getAttribute(head, 'pids') ?? '').trim().split(/\s+/),
    rows: findTags(element, 'multi').map((tag) => getNumbers(getAttribute(tag, 'pindices'))),
  }))
  return groups
}

/** Returns one entry of a group; an empty surface if it does not exist. */
export function getSurface(properties: Properties, id: string, index: number): CornerSurface {
  const group = properties.get(id)
  if (!group) return {}
  switch (group.kind) {
    case 'colors': {
      const color = group.colors[index]
      return color ? { color } : {}
    }
    case 'picture': {
      const place = group.places[index]
      return place && group.path !== ''
        ? { picture: { path: group.path, u: place[0], v: place[1] } }
        : {}
    }
    case 'mixture':
      return mix(
        group.indices.map((one) => getSurface(properties, group.of, one)),
        group.fractions[index] ?? [],
      )
    case 'several': {
      const row = group.rows[index] ?? []
      // Nested multi-properties are invalid. Without them, recursion always ends.
      const layers = group.of
        .filter((one) => properties.get(one)?.kind !== 'several')
        .map((one, at) => getSurface(properties, one, row[at] ?? 0))
      return layers.reduce(over, {})
    }
  }
}

/** Combines two layers. The upper one multiplies the lower one, such as a tint over a picture. */
const over = (below: CornerSurface, above: CornerSurface): CornerSurface => {
  const [a, b] = [below.color, above.color]
  const color = a && b ? ([a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]] as const) : (b ?? a)
  const picture = above.picture ?? below.picture
  return { ...(color && { color }), ...(picture && { picture }) }
}

function mix(parts: readonly CornerSurface[], fractions: readonly number[]): CornerSurface {
  const sum: [number, number, number, number] = [0, 0, 0, 0]
  let whole = 0
  parts.forEach(({ color }, at) => {
    const fraction = fractions[at] ?? 0
    if (!color) return
    whole += fraction
    for (const channel of [0, 1, 2, 3] as const) sum[channel] += color[channel] * fraction
  })
  if (!(whole > 0)) return {}
  return { color: [sum[0] / whole, sum[1] / whole, sum[2] / whole, sum[3] / whole] }
}

const getNumbers = (text: string | undefined): number[] =>
  (text ?? '').trim().split(/\s+/).filter(Boolean).map(Number)

/** Parses `#RRGGBB` or `#RRGGBBAA`, which is in sRGB. */
function getColor(text: string | undefined): CornerSurface['color'] {
  const found = /^#([0-9A-Fa-f]{6})([0-9A-Fa-f]{2})?$/.exec(text ?? '')
  if (!found) return undefined
  const channel = (at: number) =>
    linear(Number.parseInt((found[1] ?? '').slice(at, at + 2), 16) / 255)
  return [channel(0), channel(2), channel(4), Number.parseInt(found[2] ?? 'FF', 16) / 255]
}

const linear = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
