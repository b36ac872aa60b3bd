import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'

const sources = [
  'src/server/observability/server-metrics.ts',
  'src/server/status/server-status.ts',
  'src/server/services/upkeep.ts',
]

describe.each(['alerts.yaml', 'dashboard.json'])('monitoring/%s', (file) => {
  it('contains only names of metrics that the server has', async () => {
    const known = (await Promise.all(sources.map((source) => readFile(source, 'utf8')))).join('')
    const text = await readFile(`src/deploy/monitoring/${file}`, 'utf8')
    const named = [...text.matchAll(/\b(?:bozzetto|process)_[a-z_]+\b/g)].map(([name]) =>
      name.replace(/_bucket$/, ''),
    )
    expect(named.length).toBeGreaterThan(8)
    expect(named.filter((name) => !new RegExp(`\\b${name}\\b`).test(known))).toEqual([])
  })
})
