import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'

const usedColours = /(?<![\w-])(?:bg|fill|stroke|border|ring)-([a-z]+(?:-[a-z]+)*)(?=[\s"'`/!])/g
/** Words after the same prefixes that are no colours. */
const otherWords =
  /^(?:none|linear-.+|no-repeat|[bestxy]|inset|(?:dash|dott|solid|separat|collaps)(?:ed|e)?)$/

it('each class of a colour names a colour of the theme', async () => {
  const tokens = await readFile(path.resolve('src/ui/tokens.css'), 'utf8')
  const colours = new Set([...tokens.matchAll(/--color-([a-z-]+):/g)].map(([, name]) => name))
  const unknown: string[] = []
  for (const name of await readdir(path.resolve('src'), { recursive: true })) {
    if (!name.endsWith('.tsx') || name.includes('.test.')) continue
    const text = await readFile(path.resolve('src', name), 'utf8')
    for (const [used, colour = ''] of text.matchAll(usedColours)) {
      if (!colours.has(colour) && !otherWords.test(colour)) unknown.push(`${name}: ${used}`)
    }
  }
  expect(colours.size).toBeGreaterThan(20)
  expect(unknown).toEqual([])
})
