import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findCircles, getFolderGraph, readImports } from './import-circles.ts'

let root: string | undefined
afterEach(() => {
  if (root !== undefined) rmSync(root, { recursive: true })
  root = undefined
})

function write(files: Record<string, string>): string {
  root = mkdtempSync(path.join(tmpdir(), 'bozzetto-circles-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  return root
}

it.each([
  ['values', "import { b } from './b.ts'"],
  ['types only', "import type { B } from './b.ts'"],
  ['one type among values', "import { b, type B } from './b.ts'"],
  ['an export from elsewhere', "export * from './b.ts'"],
  ['a named export from elsewhere', "export { b } from './b.ts'"],
  ['an import on demand', "const load = () => import('./b.ts')"],
  ['the type of a module', "type B = typeof import('./b.ts')"],
  ['a path from the root', "import { b } from '#room/b.ts'"],
])('findCircles finds a cycle that is closed by %s', (_, text) => {
  const imports = readImports(
    write({ 'room/a.tsx': text, 'room/b.ts': "import './c.ts'", 'room/c.ts': "import './a.tsx'" }),
  )
  expect(findCircles(imports)).toEqual([['room/a.tsx', 'room/b.ts', 'room/c.ts', 'room/a.tsx']])
})

it('findCircles finds no cycle in one-way imports, and ignores packages', () => {
  const imports = readImports(
    write({
      'a.ts': "import './b.ts'\nimport './c.ts'\nimport 'react'",
      'b.ts': "import './c.ts'\nimport path from 'node:path'",
      'c.ts': "// import './a.ts'\nconst text = \"import './a.ts'\"",
    }),
  )
  expect(findCircles(imports)).toEqual([])
})

it('getFolderGraph connects folders whose files import each other, and ignores tests', () => {
  const imports = readImports(
    write({
      'room/low/a.ts': "import '../high/types.ts'",
      'room/low/b.ts': '',
      'room/high/c.ts': "import '../low/b.ts'",
      'room/high/types.ts': '',
      'room/base/d.ts': '',
      'room/base/d.test.ts': "import '../high/c.ts'",
      'room/high/e.ts': "import '../base/d.ts'",
    }),
  )
  expect(findCircles(imports)).toEqual([])
  expect(findCircles(getFolderGraph(imports, 'room'))).toEqual([['high', 'low', 'high']])
})

const besideFolders = {
  'room/main.ts': "import './low/a.ts'",
  'room/low/a.ts': "import '../env.ts'",
  'room/env.ts': '',
}

it('getFolderGraph makes a file beside the folders a separate node', () => {
  const imports = readImports(write(besideFolders))
  expect(findCircles(getFolderGraph(imports, 'room'))).toEqual([])
})

it('getFolderGraph keeps a cycle through files beside the folders', () => {
  const imports = readImports(write({ ...besideFolders, 'room/env.ts': "import './main.ts'" }))
  expect(findCircles(getFolderGraph(imports, 'room'))).toEqual([
    ['env.ts', 'main.ts', 'low', 'env.ts'],
  ])
})

it('readImports throws for a file that cannot be parsed', () => {
  expect(() => readImports(write({ 'a.ts': 'import {' }))).toThrow('a.ts')
})
