import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'

const pageFolders = /^src\/(?:app|features|ui|viewer|workshop)\//
const textAttributes =
  /^(?:alt|aria-description|aria-label|data-tooltip|description|hint|label|placeholder|title)$/
/** An example such as an address, a name, or a key, which `Kbd` translates. */
const sameInAllLanguages = /^\S*[/@.:]\S*$|^(?:Bozzetto|Enter|GLB|PNG)$/

/**
 * Finds English texts that an element shows without `t`, so that they stay English in every
 * language.
 * @returns the place and the text of each.
 */
export function findPlainTexts(file: string, source: string): string[] {
  const found: string[] = []
  const add = (start: number, text: string) => {
    const line = source.slice(0, start).split('\n').length
    const shown = text.trim()
    if (/\p{L}{2}/u.test(shown) && !sameInAllLanguages.test(shown)) {
      found.push(`${file}:${line}: ${JSON.stringify(shown)} is not translated: use t.`)
    }
  }
  const visitor = new Visitor({
    JSXText: ({ start, value }) => add(start, value),
    JSXAttribute({ start, name, value }) {
      const isText = name.type === 'JSXIdentifier' && textAttributes.test(name.name)
      if (isText && value?.type === 'Literal' && typeof value.value === 'string') {
        add(start, value.value)
      }
    },
  })
  visitor.visit(parseSync(file, source).program)
  return found
}

/** Finds the plain texts of all elements of the page. */
export function findAllPlainTexts(root: string): string[] {
  return readdirSync(path.join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => `src/${file.split(path.sep).join('/')}`)
    .filter((file) => file.endsWith('.tsx') && pageFolders.test(file) && !file.includes('.test.'))
    .flatMap((file) => findPlainTexts(file, readFileSync(path.join(root, file), 'utf8')))
}
