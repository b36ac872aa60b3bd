import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { addSection, renderSection, writeChangelog } from './changelog.mjs'

describe('renderSection', () => {
  it('groups commits by heading, and leaves out commits that concern only contributors', () => {
    const commits = [
      { subject: 'fix(chat): keep the selected branch' },
      { subject: 'feat: export to PLY' },
      { subject: 'docs: explain limits' },
      { subject: 'refactor(api)!: rename a field' },
      { subject: 'fix(security): refuse old links' },
      { subject: 'Merge something' },
    ]
    expect(renderSection(commits)).toBe(
      [
        '### Added\n\n- export to PLY\n',
        '### Changed\n\n- **Breaking.** **api**: rename a field\n',
        '### Fixed\n\n- **chat**: keep the selected branch\n',
        '### Security\n\n- refuse old links\n',
      ].join('\n'),
    )
  })
})

const changelog = `# Changelog

## [Unreleased]

Upgrade in one step.

## [1.0.0] - 2026-01-01

The first.

[Unreleased]: https://example.com/compare/v1.0.0...HEAD
[1.0.0]: https://example.com/releases/tag/v1.0.0
`
const release = { version: '1.1.0', date: '2026-02-01', commits: [{ subject: 'fix: add a file' }] }

describe('addSection', () => {
  it('moves the text below “Unreleased” into the section of the version', () => {
    const text = addSection(changelog, release)
    expect(text).toContain(
      '## [Unreleased]\n\n## [1.1.0] - 2026-02-01\n\nUpgrade in one step.\n\n### Fixed\n\n- add a file\n\n## [1.0.0]',
    )
    expect(text).toContain('[Unreleased]: https://example.com/compare/v1.1.0...HEAD\n')
    expect(text).toContain('[1.1.0]: https://example.com/compare/v1.0.0...v1.1.0\n')
  })

  it('does not change a changelog that has a section for the version', () => {
    const text = addSection(changelog, release)
    expect(addSection(text, release)).toBe(text)
  })
})

describe('writeChangelog', () => {
  it('lists the commits since the last tag', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bozzetto-changelog-'))
    const { git, commit, setVersion } = createRepository(folder)
    try {
      setVersion('1.1.0')
      commit('feat: first version')
      git('tag', 'v1.0.0')
      commit('feat(viewer): add a mode')
      const file = writeChangelog(folder)
      const text = readFileSync(String(file), 'utf8')
      expect(text).toContain('### Added\n\n- **viewer**: add a mode\n')
      expect(text).not.toContain('first version')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  it.each(['an uncommitted', 'a committed'])(
    'lists the commits since the previous version if there are no tags, with %s version bump',
    (kind) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'bozzetto-changelog-'))
      const { commit, setVersion } = createRepository(folder)
      try {
        setVersion('1.0.0')
        commit('feat: first version')
        commit('feat(viewer): add a mode')
        setVersion('1.1.0')
        if (kind === 'a committed') commit('chore: set the version')
        const text = readFileSync(String(writeChangelog(folder)), 'utf8')
        expect(text).toContain('### Added\n\n- **viewer**: add a mode\n')
        expect(text).not.toContain('first version')
      } finally {
        rmSync(folder, { recursive: true, force: true })
      }
    },
  )
})

function createRepository(folder: string) {
  const git = (...words: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...words], {
      cwd: folder,
    })
  mkdirSync(path.join(folder, '.github'))
  writeFileSync(path.join(folder, '.github', 'CHANGELOG.md'), changelog)
  git('init', '-q')
  return {
    git,
    setVersion: (version: string) =>
      writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ version }, undefined, 2)),
    commit: (subject: string) => {
      git('add', '--all')
      git('commit', '--allow-empty', '-m', subject)
    },
  }
}
