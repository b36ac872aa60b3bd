import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { isDeepStrictEqual } from 'node:util'
import { build } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import type * as z from 'zod/mini'
import { valueFor, type Random } from './fuzz/json-from-schema.ts'

const folder = fileURLToPath(new URL('../../contract', import.meta.url))
const ofPagesFile = fileURLToPath(new URL('../../api/zod-for-pages.ts', import.meta.url))
const roundsOfEach = 40

type Schemas = Record<string, z.ZodMiniType>
let real: Schemas
let ofPages: Schemas

beforeAll(async () => {
  const files = (await readdir(folder, { recursive: true }))
    .filter((name) => name.endsWith('.ts') && !/\.(?:test|d)\.ts$/.test(name))
    .toSorted()
  real = schemasOf(await Promise.all(files.map((name) => import(path.join(folder, name)))))
  ofPages = schemasOf(await built(files))
})

/** Returns the exports of the contract's modules when they are built for the page. */
async function built(files: readonly string[]): Promise<object[]> {
  const entry = 'virtual:contract'
  const lines = files.map(
    (name, at) => `export * as m${at} from ${JSON.stringify(path.join(folder, name))}`,
  )
  const made = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'contract',
        enforce: 'pre',
        resolveId: (id) => ({ [entry]: entry, 'zod/mini': ofPagesFile })[id],
        load: (id) => (id === entry ? lines.join('\n') : undefined),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: entry, preserveEntrySignatures: 'strict' },
    },
  })
  const [output] = [made].flat()
  if (!output || !('output' in output)) throw new Error('Nothing was built.')
  const { code } = output.output[0]
  expect(code).not.toContain('$ZodType')
  const address = `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  return Object.values((await import(/* @vite-ignore */ address)) as Record<string, object>)
}

const schemasOf = (modules: readonly object[]): Schemas =>
  Object.fromEntries(
    modules.flatMap((module) => Object.entries(module).filter(([name]) => name.endsWith('Schema'))),
  )

const odd = [
  undefined,
  null,
  '',
  ' x ',
  'x'.repeat(5000),
  -1,
  0.5,
  1e300,
  Number.NaN,
  true,
  [],
  {},
  [null],
  '2026-02-30T10:00:00Z',
]

function changed(value: unknown, random: Random): unknown {
  const one = odd[Math.floor(random() * odd.length)]
  if (typeof value !== 'object' || value === null || random() < 0.1) return one
  const keys = Object.keys(value)
  const key = keys[Math.floor(random() * keys.length)] ?? 'added'
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? changed(item, random) : item))
  const { [key]: before, ...rest } = value as Record<string, unknown>
  if (random() < 0.2) return rest
  if (random() < 0.2) return { ...value, unknown: one }
  return { ...rest, [key]: changed(before, random) }
}

const fixed: Record<string, unknown> = {}
const knownFields = (name: string) =>
  /(?:^id|Id)$/.test(name)
    ? 'a'.repeat(20)
    : name.endsWith('At')
      ? '2026-11-23T10:00:00.000Z'
      : fixed[name]

const sentencesOf = (error?: { issues: readonly { message: string }[] }): string[] =>
  (error?.issues ?? []).map(({ message }) => message).filter((one) => one !== 'Invalid input')

describe('the validation in pages, which replaces zod', () => {
  it('has every schema of the contract', () => {
    expect(Object.keys(ofPages).toSorted()).toEqual(Object.keys(real).toSorted())
    expect(Object.keys(real).length).toBeGreaterThan(100)
  })

  it('has every function that the page calls', async () => {
    const functions = (await import(ofPagesFile)) as object
    const source = path.dirname(folder)
    const missing = new Set<string>()
    for (const name of await readdir(source, { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.|^(?:server|bench|engine)\b/.test(name)) continue
      const code = await readFile(path.join(source, name), 'utf8')
      if (!code.includes("from 'zod/mini'")) continue
      for (const [, used = ''] of code.matchAll(/\bz\.([a-z_]\w*)\(/g)) {
        if (!(used in functions)) missing.add(used)
      }
    }
    expect([...missing]).toEqual([])
  })

  it('accepts and rejects the same values as zod, with the same result', () => {
    let seed = 7
    const random = () => (seed = (seed * 48271) % 2147483647) / 2147483647
    let taken = 0
    let refused = 0
    const different: object[] = []
    for (const [name, schema] of Object.entries(real)) {
      for (let round = 0; round < roundsOfEach; round++) {
        const right = valueFor(schema, random, knownFields)
        const value = round % 2 === 0 ? right : changed(right, random)
        const expected = schema.safeParse(value)
        const found = ofPages[name]?.safeParse(value)
        if (expected.success) taken++
        else refused++
        const isSame =
          found?.success === expected.success &&
          isDeepStrictEqual(found.data, expected.data) &&
          // zod also reports the length of values with the wrong type.
          sentencesOf(found.error).every((one) => sentencesOf(expected.error).includes(one))
        if (!isSame) different.push({ name, value, expected, found })
      }
    }
    expect(different).toEqual([])
    expect(Math.min(taken, refused)).toBeGreaterThan(500)
  })
})
