import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { ProviderKind } from '../ports/provider-kind.ts'
import { services3d } from './all-3d.fixture.ts'
import { providerKinds } from './kinds.ts'
import { settingsFor } from './service/service-3d.fixture.ts'

const text = readFileSync(new URL('./README.md', import.meta.url), 'utf8')
const [, chat = '', threeD = '', web = ''] = text.split(/^## /m)

function getRows(section: string): Map<string, Record<string, string>> {
  const lines = section.split('\n').filter((line) => line.startsWith('|'))
  const cells = lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  const [head = [], , ...rows] = cells
  const named = rows.map((row): [string, Record<string, string>] => [
    row[0] ?? '',
    Object.fromEntries(head.map((name, at) => [name, row[at] ?? ''])),
  ])
  return new Map(named)
}

const makes3d = ({ offers }: ProviderKind) => offers.includes('3d')
const has = (cell: string | undefined) => cell !== undefined && cell !== '–'

it.each([
  ['chat', chat, 'chat'],
  ['web search', web, 'web'],
] as const)(
  'the manual lists every service for %s and whether it needs a key',
  (_what, section, offer) => {
    const rows = getRows(section)
    const kinds = providerKinds.filter((kind) => kind.offers.includes(offer) && !makes3d(kind))
    expect([...rows.keys()].toSorted()).toEqual(kinds.map(({ name }) => name).toSorted())
    for (const { name, secrets } of kinds) {
      const isRequired = secrets.some((secret) => secret.isRequired)
      const key = isRequired ? 'yes' : secrets.length > 0 ? 'optional' : 'no'
      expect([name, rows.get(name)?.['key']]).toEqual([name, key])
    }
  },
)

it('the manual lists the abilities of each 3D service', () => {
  const rows = getRows(threeD)
  const kinds = providerKinds.filter(makes3d)
  expect([...rows.keys()].toSorted()).toEqual(kinds.map(({ name }) => name).toSorted())
  for (const kind of kinds) {
    const secrets = Object.fromEntries(kind.secrets.map(({ id }) => [id, 'a-key']))
    const { generation, importer } = kind.connect(settingsFor('http://127.0.0.1:9', secrets))
    const row = rows.get(kind.name)
    const said = [row?.['balance'], row?.['import any model'], row?.['follow-up steps']].map(has)
    const does = [generation?.readAccount, importer, generation?.steps].map(
      (one) => one !== undefined,
    )
    expect([kind.name, ...said]).toEqual([kind.name, ...does])
  }
  for (const { name, told } of services3d) {
    const row =
      rows.get(name) ?? [...rows].find(([one]) => one.includes(name.split(' ')[0] ?? ''))?.[1]
    expect([name, has(row?.['cancel']), has(row?.['cost afterwards'])]).toEqual([
      name,
      told.cancel !== undefined,
      told.cost !== undefined,
    ])
  }
})
