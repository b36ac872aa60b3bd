// Writes the section of a release in the changelog. The format is
// https://keepachangelog.com/en/1.1.0/.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const changelogPath = path.join('.github', 'CHANGELOG.md')

/**
 * Headings in the changelog by commit type. Other types are omitted, because they concern only
 * contributors.
 */
const headings = { feat: 'Added', perf: 'Changed', fix: 'Fixed', revert: 'Removed' }
const headingOrder = ['Added', 'Changed', 'Removed', 'Fixed', 'Security']

/** Matches a commit message in the form of Conventional Commits: `type(scope)!: text`. */
const conventional = /^(?<type>[a-z]+)(?:\((?<scope>[^)]+)\))?(?<isBreaking>!)?: (?<text>.+)$/

/**
 * Renders commits as the lists of a section, without the commits that concern only contributors.
 */
export function renderSection(commits) {
  const lists = new Map(headingOrder.map((heading) => [heading, []]))
  for (const { subject, body = '' } of commits) {
    const { type, scope, isBreaking, text } = conventional.exec(subject)?.groups ?? {}
    const breaking = isBreaking ?? /^BREAKING[ -]CHANGE: /m.test(body)
    const heading = breaking ? 'Changed' : scope === 'security' ? 'Security' : headings[type]
    if (heading === undefined) continue
    const place = scope === undefined || scope === 'security' ? '' : `**${scope}**: `
    lists.get(heading).push(`- ${breaking ? '**Breaking.** ' : ''}${place}${text}`)
  }
  return [...lists]
    .filter(([, items]) => items.length > 0)
    .map(([heading, items]) => `### ${heading}\n\n${items.join('\n')}\n`)
    .join('\n')
}

/**
 * Adds the section of a release below `## [Unreleased]`, and moves the text of that heading into
 * the new section. Returns the changelog unchanged if the section exists.
 */
export function addSection(changelog, { version, date, commits }) {
  if (changelog.includes(`\n## [${version}]`)) return changelog
  const [before, rest] = changelog.split('\n## [Unreleased]\n')
  if (rest === undefined) throw new Error('The changelog has no heading "## [Unreleased]".')
  const end = /^(?:## \[|\[Unreleased\]: )/m.exec(rest)?.index ?? rest.length
  const written = rest.slice(0, end).trim()
  const section = [`## [${version}] - ${date}`, written, renderSection(commits).trim()]
  const text = `${before}\n## [Unreleased]\n\n${section.filter(Boolean).join('\n\n')}\n\n${rest.slice(end)}`
  return text.replace(
    /^\[Unreleased\]: (.+)\/compare\/(.+)\.\.\.HEAD$/m,
    (_line, address, former) =>
      `[Unreleased]: ${address}/compare/v${version}...HEAD\n[${version}]: ${address}/compare/${former}...v${version}`,
  )
}

/**
 * Writes the section of the version in package.json from the commits since the former version.
 * Returns the path of the changelog, or `undefined` without a git repository or changelog.
 */
export function writeChangelog(folder) {
  const file = path.join(folder, changelogPath)
  if (!existsSync(file) || !existsSync(path.join(folder, '.git'))) return undefined
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const release = {
    version,
    date: new Date().toISOString().slice(0, 10),
    commits: listCommits(folder, findLastVersion(folder, version)),
  }
  writeFileSync(file, addSection(readFileSync(file, 'utf8'), release))
  return file
}

const git = (folder, ...words) =>
  execFileSync('git', words, { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

/** Returns the newest tag of another version, or else the commit that set the former version. */
function findLastVersion(folder, version) {
  const tags = git(folder, 'tag', '--merged', 'HEAD', '--list', 'v*', '--sort=-creatordate')
  const tag = tags.split('\n').find((name) => name !== '' && name !== `v${version}`)
  if (tag !== undefined) return tag
  const changes = git(folder, 'log', '--format=%H', '-G"version":', '--', 'package.json').split(
    '\n',
  )
  return changes.find((commit) => commit !== '' && readVersion(folder, commit) !== version)
}

const readVersion = (folder, commit) =>
  JSON.parse(git(folder, 'show', `${commit}:./package.json`)).version

function listCommits(folder, since) {
  const range = since === undefined ? [] : [`${since}..HEAD`]
  return git(folder, 'log', '--no-merges', '--reverse', '--format=%s%x00%b%x01', ...range)
    .split('\u0001')
    .map((entry) => entry.trim().split('\0'))
    .filter(([subject]) => subject)
    .map(([subject, body = '']) => ({ subject, body }))
}
