import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const refused = [
  'export const a = (names: Record<string, string>, name: string) => names[name]',
  'export const a = (names: Readonly<Record<string, string>>, at: number) => names[`u${at}`]',
  'export const a = (n: string, { set = {} }: { set?: Record<string, string> }) => set[n]',
  'const t: Record<string, number> = { a: 1 }\nexport const a = (name: string) => t[name] ?? 0',
  'type Set = { readonly [key: string]: number }\nexport const a = (s: Set, n: string) => s[n]',
  'export const a = (value: object, n: string) => (value as Record<string, unknown>)[n]',
  'export const a = (s: Record<string, number>, n: string) => { s[n] = 1 }',
  'export const a = (value: object, name: string) => name in value',
]
const accepted = [
  'export const a = (names: ReadonlyMap<string, string>, name: string) => names.get(name)',
  'export const a = (names: Record<string, string>) => names["a"]',
  'export const a = (list: string[], at: number) => list[at]',
  'export const a = (t: Record<"x" | "y", number>, kind: "x" | "y") => t[kind]',
  'export const a = (s: Record<string, number>, n: string) => (Object.hasOwn(s, n) ? s[n] : 0)',
  'export const a = (s: Record<string, number>) => { for (const n of ["x", "y"] as const) s[n] = 1 }',
  'const n = "x"\nexport const a = (s: Record<string, number>) => s[n]',
  'export const a = (value: object) => "name" in value',
]

let folder: string
let reported: Map<string, number>
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'bozzetto-lint-'))
  const plugin = path.resolve('src/cli/lint-style.mjs')
  const config = { jsPlugins: [plugin], categories: {}, rules: { 'style/foreign-lookup': 'error' } }
  writeFileSync(path.join(folder, '.oxlintrc.json'), JSON.stringify(config))
  for (const [kind, list] of Object.entries({ refused, accepted })) {
    list.forEach((code, at) => writeFileSync(path.join(folder, `${kind}-${at}.ts`), `${code}\n`))
  }
  reported = countReports()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function countReports(): Map<string, number> {
  const oxlint = path.resolve('node_modules/.bin/oxlint')
  let output = ''
  try {
    output = execFileSync(oxlint, ['--format', 'json', '.'], { cwd: folder, encoding: 'utf8' })
  } catch (error) {
    output = String((error as { stdout?: unknown }).stdout)
  }
  const { diagnostics } = JSON.parse(output) as {
    diagnostics: { code: string; filename: string }[]
  }
  const counts = new Map<string, number>()
  for (const { code, filename } of diagnostics) {
    if (!code.includes('foreign-lookup')) continue
    const name = path.basename(filename)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return counts
}

describe('style/foreign-lookup', () => {
  it.each(refused.map((code, at) => [code, at] as const))(
    'reports a plain object that is read with a key from outside in %s',
    (_code, at) => {
      expect(reported.get(`refused-${at}.ts`)).toBe(1)
    },
  )

  it.each(accepted.map((code, at) => [code, at] as const))(
    'accepts a lookup in %s',
    (_code, at) => {
      expect(reported.get(`accepted-${at}.ts`)).toBeUndefined()
    },
  )
})
