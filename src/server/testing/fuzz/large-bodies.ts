import type { z } from 'zod'
import type { FuzzRoute } from './fuzz-routes.ts'
import { valueFor, type Random } from './json-from-schema.ts'

export type LargeRequest = {
  name: string
  method: string
  target: string
  type?: string
  body: () => Promise<Uint8Array> | Uint8Array
  times?: number
}

type Shape = (fits: unknown, bytes: number, random: Random) => Buffer

/**
 * Placeholder that is replaced in the serialized text, so that huge content is created only once.
 */
const mark = '\u0001HERE\u0001'
const markText = JSON.stringify(mark)

const filled = (fits: unknown, bytes: number, [start, unit, end]: readonly string[]): Buffer => {
  const [before = '', after = ''] = (JSON.stringify(fits) ?? 'null').split(markText)
  const fixed = Buffer.byteLength(`${before}${start}${end}${after}`)
  const room = Math.max(0, bytes - fixed)
  const unitBytes = Buffer.byteLength(unit ?? 'x')
  const filler = Buffer.alloc(room - (room % unitBytes), unit)
  return Buffer.concat([Buffer.from(before + start), filler, Buffer.from(`${end}${after}`)])
}

const inPlace =
  (start: string, unit: string, end: string): Shape =>
  (fits, bytes, random) =>
    filled(withMark(fits, random), bytes, [start, unit, end])

export const shapes: Readonly<Record<string, Shape>> = {
  'a long text': (fits, bytes, random) => filled(inText(fits, random), bytes, ['"', 'x', '"']),
  'a text of words': (fits, bytes, random) =>
    filled(inText(fits, random), bytes, ['"', 'How do I print a model? ', '"']),
  'a text of escapes': (fits, bytes, random) =>
    filled(inText(fits, random), bytes, ['"', String.raw`\u0001`, '"']),
  'a text in Chinese': (fits, bytes, random) =>
    filled(inText(fits, random), bytes, ['"', '陶土', '"']),
  'halves of characters': (fits, bytes, random) =>
    filled(inText(fits, random), bytes, ['"', String.raw`\ud83d`, '"']),
  'lines without an end': (fits, bytes, random) =>
    filled(inText(fits, random), bytes, ['"', String.raw`\n`, '"']),
  zeros: inPlace('[0', ',0', ']'),
  nested: (_fits, bytes) => Buffer.from('['.repeat(bytes / 2) + ']'.repeat(bytes / 2)),
  'nested as deep as it may be': inPlace('['.repeat(50) + '0', ',[[0]]', ']'.repeat(50)),
  'one number': inPlace('', '1', ''),
  spaces: (fits, bytes) => {
    const text = Buffer.from(JSON.stringify(fits) ?? 'null')
    return Buffer.concat([Buffer.alloc(Math.max(0, bytes - text.length), ' '), text])
  },
  'without an end': inPlace('"', 'x', ''),
  'as many values as it may hold': (fits, bytes, random) =>
    withRepeated(fits, random, { bytes, countMax: 9_900 }),
  'few large entries': (fits, bytes, random) => withRepeated(fits, random, { bytes, countMax: 90 }),
  'as many names as it may hold': (fits, bytes, random) => {
    const count = Math.min(9_900, Math.floor(bytes / 16))
    const pad = 'n'.repeat(Math.max(0, Math.floor(bytes / count) - 16))
    const names = Array.from({ length: count }, (_, k) => `"${k}${pad}":${k}`).join(',')
    const text = JSON.stringify(withMark(fits, random)) ?? ''
    return Buffer.from(text.replace(markText, () => `{${names}}`))
  },
}

export function largeJson(
  route: FuzzRoute & { body: z.core.$ZodType },
  {
    shape,
    bytes,
    random,
    known,
  }: {
    shape: string
    bytes: number
    random: Random
    known: (name: string) => unknown
  },
): Uint8Array {
  const fits = valueFor(route.body, random, known)
  return shapes[shape]?.(fits, bytes, random) ?? new Uint8Array()
}

function placesIn(value: unknown): { holder: Record<string, unknown>; name: string }[] {
  if (typeof value !== 'object' || value === null) return []
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [{ holder, name }, ...placesIn(holder[name])])
}

function withMark(fits: unknown, random: Random): unknown {
  const copy: unknown = structuredClone(fits)
  const places = placesIn(copy)
  const place = places[Math.floor(random() * places.length)]
  if (!place) return mark
  place.holder[place.name] = mark
  return copy
}

function inText(fits: unknown, random: Random): unknown {
  const copy: unknown = structuredClone(fits)
  const texts = placesIn(copy).filter(({ holder, name }) => typeof holder[name] === 'string')
  const place = texts[Math.floor(random() * texts.length)]
  if (!place) return withMark(fits, random)
  place.holder[place.name] = mark
  return copy
}

function withRepeated(
  fits: unknown,
  random: Random,
  { bytes, countMax }: { bytes: number; countMax: number },
): Buffer {
  const copy: unknown = structuredClone(fits)
  const lists = placesIn(copy).filter(({ holder, name }) => Array.isArray(holder[name]))
  const place = lists[Math.floor(random() * lists.length)]
  if (!place) return inPlace('["x"', ',"x"', ']')(fits, Math.min(bytes, countMax * 4), random)
  const [entry = 'x'] = place.holder[place.name] as unknown[]
  const own = JSON.stringify(entry)
  const count = Math.max(1, Math.min(countMax, Math.floor(bytes / (own.length + 1))))
  const pad = Math.floor(bytes / count) - own.length - 1
  const text = pad > 16 && typeof entry === 'object' ? own : undefined
  place.holder[place.name] = mark
  const filledEntry =
    text === undefined
      ? own
      : filled(inText(entry, random), own.length + pad, ['"', 'x', '"']).toString()
  const [before = '', after = ''] = JSON.stringify(copy).split(markText)
  const rest = Buffer.alloc((filledEntry.length + 1) * (count - 1), `,${filledEntry}`)
  return Buffer.concat([Buffer.from(`${before}[${filledEntry}`), rest, Buffer.from(`]${after}`)])
}
