import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, it } from 'vitest'
import { measureCpuMs } from './cpu-time.fixture.ts'

/**
 * Folders whose regular expressions match input on the server. A slow match blocks everybody, so no
 * expression may take quadratic time.
 */
const server = { folders: ['server', 'lib', 'contract'], length: 20_000, limitMs: 400 }
/**
 * Folders whose regular expressions match input in the page. A slow match blocks only one person,
 * so quadratic time is acceptable.
 */
const page = { folders: ['api', 'features', 'app', 'ui', 'viewer'], length: 4_000, limitMs: 1_500 }
/**
 * Length of the first attack, in characters. A longer attack follows only if this attack is slow.
 */
const shortLength = 2_000
const shortLimitMs = 3

const literal =
  /(?<=[(,=:[!&|?{};\n]\s*|return\s)\/(?![*/])((?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\[\n])+)\/([dgimsuvy]*)/g

/** Creates attacks from pieces of the expression's own text, because these pieces match best. */
function attacksOn(source: string, size: number): string[] {
  const own = Array.from(source.matchAll(/[\w.:/@#=<>"'[\](){}-]/g), ([sign]) => sign)
  const units = new Set([
    'a',
    '0',
    ' ',
    '\t',
    '\n',
    '-',
    '_',
    '.',
    '/',
    ':',
    '"',
    '`',
    '<',
    '&',
    'a.',
    'a-',
    '\n ',
    ' \n',
    '"a',
    '[a',
    '{{a',
    ...own.slice(0, 8),
  ])
  return [...units].flatMap((unit) => {
    const run = unit.repeat(size / unit.length)
    return [`${run}\u0001`, `x${run}!`]
  })
}

async function patterns(
  folders: readonly string[],
): Promise<Map<string, { pattern: RegExp; where: string }>> {
  const found = new Map<string, { pattern: RegExp; where: string }>()
  for (const folder of folders) {
    const root = path.resolve('src', folder)
    for (const name of await readdir(root, { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.(?:test|fixture|cases)\./.test(name)) continue
      const text = await readFile(path.join(root, name), 'utf8')
      for (const [whole, source = '', flags = ''] of text.matchAll(literal)) {
        if (!/[*+{]/.test(source)) continue
        try {
          const pattern = new RegExp(source, flags.replaceAll(/[gy]/g, ''))
          found.set(whole, { pattern, where: `${folder}/${name}` })
        } catch {
          // A division or the inside of a string can look like a regular expression.
        }
      }
    }
  }
  return found
}

it.each([server, page])(
  'no regular expression in $folders is slow for any input',
  async ({ folders, length, limitMs }) => {
    const all = await patterns(folders)
    expect(all.size).toBeGreaterThan(50)
    const slow: string[] = []
    for (const [text, { pattern, where }] of all) {
      const long = attacksOn(pattern.source, length)
      for (const [at, attack] of attacksOn(pattern.source, shortLength).entries()) {
        if ((await measureCpuMs(() => pattern.test(attack))) < shortLimitMs) continue
        const ms = await measureCpuMs(() => pattern.test(long[at] ?? ''))
        if (ms <= limitMs) continue
        slow.push(`${where}: ${text} takes ${Math.round(ms)} ms over ${attack.slice(0, 8)}…`)
        break
      }
    }
    expect(slow).toEqual([])
  },
)
