import { readFileSync } from 'node:fs'
import path from 'node:path'

const fixture = /from '(\.[^']+\.fixture\.tsx?)'/g

/**
 * Returns whether a test opens the test store, itself or through its fixtures. Other tests would do
 * the same on a Postgres server as without one.
 */
export function usesStore(file: string, seen: ReadonlySet<string> = new Set()): boolean {
  if (seen.has(file)) return false
  const text = readFileSync(file, 'utf8')
  if (text.includes('store.fixture.ts')) return true
  const others = new Set([...seen, file])
  return [...text.matchAll(fixture)].some(([, found = '']) =>
    usesStore(path.join(path.dirname(file), found), others),
  )
}
