// Fails on comments, docs, test titles and exported names that break a rule of word-rules.ts.
// Arguments are paths to check (default: all). `--only=comment,docstring,test` limits the check to
// these kinds. `--counts` prints numbers per folder and never fails.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBadWords, type WordFinding } from './find-words.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')
const paths = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const kinds = process.argv
  .find((word) => word.startsWith('--only='))
  ?.slice(7)
  .split(',')
const isCounting = process.argv.includes('--counts')

const files = ['README.md', ...['src', 'e2e'].flatMap(listFiles)]
const findings = findBadWords(
  new Map(files.map((file) => [file, readFileSync(path.join(root, file), 'utf8')])),
)
  .filter(({ kind }) => kinds?.includes(kind) ?? true)
  .filter(({ file }) => paths.length === 0 || paths.some((start) => file.startsWith(start)))
if (isCounting) printCounts(findings)
else {
  for (const { file, line, kind, text, advice } of findings) {
    console.error(`${file}:${line} [${kind}] ${text.slice(0, 160)}\n    ${advice}`)
  }
  if (findings.length > 0) process.exitCode = 1
}

function listFiles(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.d)\.(?:tsx?|mjs|md)$/.test(file))
    .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
    .toSorted()
}

function printCounts(list: readonly WordFinding[]): void {
  const counts = new Map<string, Record<string, number>>()
  for (const { file, kind, advice } of list) {
    const folder = file.split('/').slice(0, 3).join('/')
    const column = advice.startsWith('exported by') ? 'duplicate' : kind
    const row = counts.get(folder) ?? {}
    row[column] = (row[column] ?? 0) + 1
    counts.set(folder, row)
  }
  console.table(Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))))
  console.log(`${list.length} in all`)
}
