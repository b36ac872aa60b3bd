import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { buildTools } from './notices/shipped-packages.mjs'

type Component = { name: string; version: string; purl: string; hashes?: { alg: string }[] }

it('`npm run release -- --help` explains the command and builds nothing', () => {
  const text = execFileSync(process.execPath, ['src/cli/release.mjs', '--help'], {
    encoding: 'utf8',
  })
  expect(text).toMatch(/^npm run release \[-- FOLDER\] builds a release/)
})

it(
  'the release’s bill of materials lists every shipped library and no other',
  { timeout: 120_000 },
  () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'bozzetto-release-'))
    try {
      execFileSync(process.execPath, ['src/cli/release.mjs', folder, '--sbom'])
      const sbom = JSON.parse(readFileSync(path.join(folder, 'sbom.cdx.json'), 'utf8')) as {
        bomFormat: string
        specVersion: string
        metadata: { component: { name: string; type: string } }
        components: Component[]
      }
      expect(sbom).toMatchObject({
        bomFormat: 'CycloneDX',
        metadata: { component: { name: 'bozzetto', type: 'application' } },
      })
      const { dependencies, devDependencies } = JSON.parse(
        readFileSync('package.json', 'utf8'),
      ) as {
        dependencies: Record<string, string>
        devDependencies: Record<string, string>
      }
      const names = new Set(sbom.components.map(({ purl }) => decodeURIComponent(purl)))
      const listed = [...names].map((purl) => purl.replace(/^pkg:npm\/(.+)@[^@]+$/, '$1'))
      const shipped = Object.keys(dependencies).filter((name) => !buildTools.has(name))
      expect(listed).toEqual(expect.arrayContaining(shipped))
      expect(listed).not.toContain('@tailwindcss/vite')
      expect(listed).not.toContain('vitest')
      expect(Object.keys(devDependencies)).toContain('vitest')
      for (const { name, version } of sbom.components) expect(`${name} ${version}`).toMatch(/ \d/)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
