import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const documents = ['src/server/README.md', 'src/server/testing/asvs.md']

test.each(documents)('security checklist %s names only tests that exist', (name) => {
  const text = readFileSync(new URL(name, root), 'utf8')
  const named = [...text.matchAll(/`((?:src|e2e)\/[^`]+\.(?:test|spec)\.tsx?)`/g)].map(
    ([, path]) => path!,
  )
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((path) => !existsSync(new URL(path, root)))).toEqual([])
})
