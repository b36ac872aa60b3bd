import { existsSync, readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const markdownFiles = [
  'README.md',
  ...readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.join('src', file)),
]

const isPath = /^(?:\.\.?\/)*(?:src|e2e|public|[a-z0-9.-]+)(?:\/[\w.@-]+)+\/?$/
const isSource = /\.(?:tsx?|mjs|css|md|sql)$/
const topFolders = new Set([...readdirSync('src'), 'src', 'e2e', 'public'])

function listPaths(text: string): string[] {
  const prose = text.replaceAll(/^```.*?^```/gms, '')
  return [...prose.matchAll(/`([^`\s]+)`/g)]
    .map(([, word = '']) => word)
    .filter((word) => isPath.test(word))
    .filter((word) => isSource.test(word) || topFolders.has(word.split('/')[0] ?? ''))
}

const listLinks = (text: string): string[] =>
  [...text.matchAll(/\]\((?![a-z]+:|#|\/)([^)#\s]+)[^)]*\)/g)].map(([, target = '']) => target)

describe('documentation', () => {
  it.each(markdownFiles)('%s refers only to files and folders that exist', (file) => {
    const text = readFileSync(file, 'utf8')
    const folder = path.dirname(file)
    const isThere = (name: string) =>
      [name, path.join('src', name), path.join('src/server', name), path.join(folder, name)].some(
        existsSync,
      )
    expect(listPaths(text).filter((name) => !isThere(name))).toEqual([])
    expect(listLinks(text).filter((target) => !existsSync(path.join(folder, target)))).toEqual([])
  })

  it('names only existing types in the glossary', () => {
    const rows = [...readFileSync('src/glossary.md', 'utf8').matchAll(/`(\w+)` in `([^`]+)`/g)]
    expect(rows.length).toBeGreaterThan(15)
    const missing = rows.filter(([, name = '', file = '']) => {
      const source = existsSync(file) ? readFileSync(file, 'utf8') : ''
      return !new RegExp(`^export (?:type|interface|class|const) ${name}\\b`, 'm').test(source)
    })
    expect(missing.map(([row]) => row)).toEqual([])
  })
})
