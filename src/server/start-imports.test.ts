import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { expect, it } from 'vitest'

const source = path.resolve('src')

function listImports(file: string): string[] {
  const { module } = parseSync(file, readFileSync(file, 'utf8'))
  const imported = module.staticImports.filter(
    ({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType),
  )
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.filter(({ isType }) => !isType).flatMap(({ moduleRequest }) => moduleRequest ?? []),
  )
  return [...imported.map(({ moduleRequest }) => moduleRequest), ...exported].map(
    ({ value }) => value,
  )
}

function listPackages(start: string): string[] {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const open = [path.join(source, start)]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file) || !file.endsWith('.ts')) continue
    seen.add(file)
    for (const name of listImports(file)) {
      if (name.startsWith('#')) open.push(path.join(source, name.slice(1)))
      else if (name.startsWith('.')) open.push(path.join(path.dirname(file), name))
      else if (!name.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? '')
    }
  }
  return [...packages].toSorted()
}

it('the server loads only the packages that a start needs, because each package delays the start', () => {
  expect(listPackages('server/main.ts')).toEqual([
    '@electric-sql/pglite',
    '@hono/node-server',
    'drizzle-orm',
    'eventsource-parser',
    'fs-native-extensions',
    'hono',
    'jsonc-parser',
    'jsonrepair',
    'minisearch',
    'p-limit',
    'pg-boss',
    'pino',
    'uuid',
    'zod',
  ])
})
