import { toLinear } from '../to-linear.ts'
import { getAttribute, findElements, getStartTag, findTags } from './xml.ts'

export type CornerSurface = {
  /** Linear red, green, blue and alpha, 0 to 1. */
  color?: readonly [number, number, number, number]
  /** Path of a picture in the package, and the coordinates on the picture. v grows upwards. */
  picture?: {
    path: string
    u: number
    v: number
    below?: readonly LayerBelow[]
  }
}

/** A colour, or the path of a picture with the same coordinates. */
export type LayerBelow = NonNullable<CornerSurface['color']> | string

type Group =
  | { kind: 'colors'; colors: CornerSurface['color'][] }
  | { kind: 'picture'; path: string; places: [number, number][] }
  | { kind: 'mixture'; of: string; indices: number[]; fractions: number[][] }
  | { kind: 'several'; of: string[]; isMultiplied: boolean[]; rows: number[][] }

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
    // The list starts at the second layer, because the first layer has nothing below it.
    isMultiplied: [
      false,
      ...(getAttribute(head, 'blendmethods') ?? '')
        .trim()
        .split(/\s+/)
        .map((one) => one === 'multiply'),
    ],
    rows: findTags(element, 'multi').map((tag) => getNumbers(getAttribute(tag, 'pindices'))),
  }))
  return groups
}

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
      // A property group of several layers must not contain another one. Ignoring such groups also
      // ends recursion.
      const layers = group.of.flatMap((one, at) =>
        properties.get(one)?.kind === 'several'
          ? []
          : [
              {
                surface: getSurface(properties, one, row[at] ?? 0),
                isMultiplied: group.isMultiplied[at] ?? false,
              },
            ],
      )
      return layers.reduce<CornerSurface>(
        (below, { surface, isMultiplied }) => over(below, surface, isMultiplied),
        {},
      )
    }
  }
}

/** Combines two layers (materials extension 1.2, chapter 5). */
function over(below: CornerSurface, above: CornerSurface, isMultiplied: boolean): CornerSurface {
  const [a, b] = [below.color, above.color]
  if (above.picture) {
    // Keeps the colour beside the picture, because the material multiplies both.
    if (isMultiplied && a) return { color: a, picture: above.picture }
    const layers: LayerBelow[] = [...(below.picture?.below ?? [])]
    if (below.picture) layers.push(below.picture.path)
    else if (a) layers.push(a)
    return { picture: { ...above.picture, ...(layers.length > 0 && { below: layers }) } }
  }
  if (!b) return below
  if (isMultiplied && a)
    return { ...below, color: [a[0] * b[0], a[1] * b[1], a[2] * b[2], a[3] * b[3]] }
  if (below.picture) {
    // A translucent colour over a picture would need a new picture, so the result keeps only one of
    // the two.
    if (isMultiplied) return { ...below, color: b }
    return b[3] > 0.5 ? { color: b } : below
  }
  if (!a || b[3] >= 1) return { color: b }
  const alpha = b[3] + a[3] * (1 - b[3])
  const channel = (at: 0 | 1 | 2) =>
    alpha > 0 ? (b[at] * b[3] + a[at] * a[3] * (1 - b[3])) / alpha : 0
  return { color: [channel(0), channel(1), channel(2), alpha] }
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

function getColor(text: string | undefined): CornerSurface['color'] {
  const found = /^#([0-9A-Fa-f]{6})([0-9A-Fa-f]{2})?$/.exec(text ?? '')
  if (!found) return undefined
  const channel = (at: number) =>
    toLinear(Number.parseInt((found[1] ?? '').slice(at, at + 2), 16) / 255)
  return [channel(0), channel(2), channel(4), Number.parseInt(found[2] ?? 'FF', 16) / 255]
}
