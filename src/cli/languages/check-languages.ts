// Part of `npm run check`. Fails if a language lacks a message or a sentence, has one that no code
// uses, or has one whose placeholders differ, and if an element shows a text that is no message. `--write` removes what is unused, and sorts the files.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareMessages } from './compare-messages.ts'
import { findAllPlainTexts } from './find-plain-texts.ts'
import { readMessages } from './read-messages.ts'
import { readSentences } from './read-sentences.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../../..')
const folder = path.join(root, 'src/languages/messages')
const isWriting = process.argv.includes('--write')
const shownMax = 20

const wanted = { ...readMessages(root), server: readSentences(root) }
const problems = findAllPlainTexts(root)
for (const language of readdirSync(folder).toSorted()) {
  for (const [area, messages] of Object.entries(wanted)) checkFile(language, area, messages)
}
for (const problem of problems.slice(0, shownMax)) console.error(problem)
if (problems.length > shownMax) console.error(`And ${problems.length - shownMax} more.`)
if (problems.length > 0) process.exitCode = 1

function checkFile(language: string, area: string, english: ReadonlyMap<string, string>): void {
  const file = path.join(folder, language, `${area}.json`)
  const translated = readTexts(file)
  const report = (text: string) => problems.push(`${language}/${area}.json: ${text}`)
  for (const [message, place] of english) {
    const translation = translated[message]
    const shown = JSON.stringify(message.slice(0, 100))
    if (translation === undefined) report(`${shown} of ${place} is missing.`)
    else {
      const difference = compareMessages(message, translation, language)
      if (difference !== undefined) report(`${shown}: ${difference}`)
    }
  }
  const unused = Object.keys(translated).filter((message) => !english.has(message))
  if (!isWriting) {
    for (const message of unused) report(`${JSON.stringify(message.slice(0, 100))} is unused.`)
    return
  }
  const kept = Object.entries(translated).filter(([message]) => english.has(message))
  kept.sort(([a], [b]) => (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`)
}

function readTexts(file: string): Record<string, string> {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (typeof value !== 'object' || value === null) throw new Error(`${file} holds no messages.`)
  return Object.fromEntries(Object.entries(value).map(([key, text]) => [key, String(text)]))
}
