import { expect, it } from 'vitest'
import { findForbidden } from './import-rooms.ts'

const rules = { app: ['features/*', 'lib'], 'features/*': ['ui', 'lib'], ui: ['lib'], lib: [] }
const forbidden = (file: string, target: string) =>
  findForbidden(new Map([[file, new Set([target])]]), rules)

it.each([
  ['app/a.tsx', 'features/chat/b.ts'],
  ['features/chat/a.ts', 'ui/deep/down/b.tsx'],
  ['features/chat/a.ts', 'features/chat/deep/b.ts'],
  ['lib/a.ts', 'lib/b.ts'],
  ['cli/a.ts', 'features/chat/b.ts'],
  ['lib/a.ts', 'cli/b.ts'],
  ['app/a.ts', 'ui-less/b.ts'],
  ['main.tsx', 'app/a.tsx'],
])('findForbidden allows %s to import %s', (file, target) => {
  expect(forbidden(file, target)).toEqual([])
})

it.each([
  ['lib/a.ts', 'ui/b.ts'],
  ['ui/a.test.tsx', 'features/chat/b.ts'],
  ['features/chat/a.ts', 'features/library/b.ts'],
  ['features/chat/a.ts', 'features/chatter/b.ts'],
  ['app/a.ts', 'ui/b.ts'],
])('findForbidden forbids %s to import %s', (file, target) => {
  expect(forbidden(file, target)).toEqual([`${file} imports ${target}`])
})
