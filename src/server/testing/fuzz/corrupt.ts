import { pickRandom, type Random } from './json-from-schema.ts'

export const oddTexts: readonly [string, ...string[]] = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\u202e\u2066txt.glb',
  '\ufeff',
  'e\u0301\u0301\u0301\u0301',
  '👩‍👩‍👧‍👦'.repeat(20),
  'A'.repeat(300),
  'ß'.repeat(5_000),
  '__proto__',
  'constructor',
  '../../../etc/passwd',
  '..\\..\\secret',
  '%2e%2e%2f',
  '%',
  '%00',
  "'; drop table messages; --",
  '$1',
  '%s%n%d',
  '{{name}}',
  '<script>alert(1)</script>',
  'https://127.0.0.1:1/x.png',
  'data:image/png;base64,AAAA',
  'file:///etc/passwd',
  'NaN',
  '1e999',
  '-0',
  '"unclosed',
  '-'.repeat(200),
  '(((((((((',
  '2024-13-45T99:99:99Z',
  '00000000000000000000',
]

const oddValues: readonly [unknown, ...unknown[]] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  -1e308,
  2 ** 53,
  2 ** 31,
  [],
  {},
  [[]],
  [null],
  { toString: 1 },
  { length: 1e9 },
  JSON.parse('{"then":1}'),
  '',
]

/**
 * Returns a copy of `value` with one defect: a field of another type, or a missing, additional,
 * huge or hostile field.
 */
export function corrupt(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random() < 0.1) return oddValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.3) {
      return Array.from({ length: pickRandom(random, [0, 1, 50, 2_000]) }, () => value[0] ?? 'x')
    }
    const at = Math.floor(random() * value.length)
    return value.map((one: unknown, place) => (place === at ? corrupt(one, random) : one))
  }
  const fields = { ...value } as Record<string, unknown>
  const names = Object.keys(fields)
  const name = names[Math.floor(random() * names.length)]
  if (name === undefined || random() < 0.15) return withExtra(fields, random)
  if (random() < 0.2) {
    delete fields[name]
    return fields
  }
  fields[name] = random() < 0.4 ? corrupt(fields[name], random) : oddValue(random)
  return fields
}

function oddValue(random: Random): unknown {
  const kind = random()
  if (kind < 0.45) return pickRandom(random, oddTexts)
  if (kind < 0.9) return pickRandom(random, oddValues)
  return nested(pickRandom(random, [10, 200, 1_500]))
}

function withExtra(fields: Record<string, unknown>, random: Random): unknown {
  const name = pickRandom(random, [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'extra',
    '',
  ])
  // Defines an own property, because an assignment to `__proto__` would set the prototype.
  Object.defineProperty(fields, name, {
    value: pickRandom<unknown>(random, [{ isAdmin: true }, { polluted: 1 }, 1, null, nested(50)]),
    enumerable: true,
    configurable: true,
    writable: true,
  })
  return fields
}

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = level % 2 ? [value] : { a: value }
  return value
}

export function breakJson(text: string, random: Random): string {
  const at = Math.floor(random() * text.length)
  return pickRandom(random, [
    text.slice(0, at),
    text + text,
    text.replaceAll('"', "'"),
    `${text.slice(0, at)}\u0001${text.slice(at)}`,
    `\ufeff${text}`,
    '',
    '{"a":',
    '[1,]',
    'undefined',
    '['.repeat(20_000),
    '{"a":1,"a":2}',
    '1e999',
    '"\\ud800"',
  ])
}
