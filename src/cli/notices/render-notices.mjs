import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../project.mjs'
import { assessLicence } from './licences.mjs'
import { listShipped, readNotices } from './shipped-packages.mjs'

/** Notices of files that are part of the sources instead of a package. */
const ownNotices = ['src/engine/weights/NOTICE.md', 'public/samples/NOTICE.md']
const line = '-'.repeat(80)

/**
 * Returns the licences of all shipped files. Packages with the same licence text are listed
 * together above that text.
 * @throws {Error} with the names of all packages that may not be shipped.
 */
export function renderNotices() {
  const byText = new Map()
  const replacements = new Map()
  const problems = []
  for (const { name, version, license, folder } of listShipped()) {
    const assessed = assessLicence({ name, license })
    if ('problem' in assessed) {
      problems.push(assessed.problem)
      continue
    }
    const { licence, replacement } = assessed
    const title = `${name} ${version} (${licence})`
    if (replacement)
      replacements.set(replacement, [...(replacements.get(replacement) ?? []), title])
    const texts = readNotices(folder)
    for (const text of texts.length > 0 ? texts : [describeAuthor(folder, licence)]) {
      byText.set(text, new Set([...(byText.get(text) ?? []), title]))
    }
  }
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const parts = [
    'Bozzetto contains the following software of others. Bozzetto itself is under the MIT license.',
    ...[...replacements].map(([how, titles]) => `${titles.join('\n')}\n\n${how}`),
    ...[...byText].map(([text, titles]) => `${[...titles].join('\n')}\n\n${text}`),
    ...ownNotices.map((file) => readFileSync(path.join(root, file), 'utf8').trim()),
  ]
  return `${parts.join(`\n\n${line}\n\n`)}\n`
}

function describeAuthor(folder, licence) {
  const { author, homepage, repository } = readPackage(folder)
  const by = typeof author === 'object' ? author.name : author
  const where = homepage ?? repository?.url ?? repository
  return [`Licence: ${licence}.`, by && `Copyright (c) ${by}`, where].filter(Boolean).join('\n')
}

function readPackage(folder) {
  try {
    return JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  } catch {
    return {}
  }
}
