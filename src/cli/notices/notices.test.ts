import { describe, expect, it } from 'vitest'
import { assessLicence } from './licences.mjs'
import { renderNotices } from './render-notices.mjs'
import { listShipped } from './shipped-packages.mjs'

describe('assessLicence', () => {
  it.each(['MIT', '(MPL-2.0 OR Apache-2.0)', '(MIT OR CC0-1.0)', 'Apache-2.0 AND MIT'])(
    'accepts the licence %s',
    (license) => {
      expect(assessLicence({ name: 'some', license })).toEqual({ licence: license })
    },
  )

  it.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'MIT AND GPL-2.0',
    'SEE LICENSE IN x',
    'UNLICENSED',
    'SSPL-1.0',
  ])('rejects the licence %s', (license) => {
    expect(assessLicence({ name: 'some', license })).toEqual({
      problem: expect.stringContaining(license),
    })
  })

  it('rejects a package without a licence', () => {
    expect(assessLicence({ name: 'some' })).toEqual({ problem: 'some declares no licence.' })
  })

  it('accepts a library under the MPL only with the place of its source', () => {
    expect(assessLicence({ name: 'other', license: 'MPL-2.0' })).toHaveProperty('problem')
    expect(assessLicence({ name: 'pyodide', license: 'MPL-2.0' })).toMatchObject({
      replacement: expect.stringContaining('https://github.com/pyodide/pyodide'),
    })
  })

  it('accepts a library under the LGPL only with instructions for its replacement', () => {
    expect(assessLicence({ name: 'other', license: 'LGPL-3.0' })).toHaveProperty('problem')
    expect(assessLicence({ name: 'libheif-js', license: 'LGPL-3.0' })).toMatchObject({
      replacement: expect.stringContaining('replace the package libheif-js'),
    })
  })
})

describe('renderNotices', () => {
  it('lists every shipped package with its licence, and how to replace libraries under the LGPL', () => {
    const text = renderNotices()
    const shipped = listShipped()
    expect(shipped.length).toBeGreaterThan(300)
    for (const { name, version } of shipped) expect(text).toContain(`${name} ${version} (`)
    expect(text).toContain('GNU LESSER GENERAL PUBLIC LICENSE')
    expect(text).toContain('SIL OPEN FONT LICENSE')
    expect(text).toContain('sharp loads libvips as a shared library')
    expect(text).toContain('U²-Net')
    expect(shipped.map(({ name }) => name)).not.toContain('vitest')
  })
})
