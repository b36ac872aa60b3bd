import { describe, expect, it } from 'vitest'
import { findSlicer, slicers } from './slicers.ts'

const url = 'https://example.com/api/slicer-files/abc_-1/Böse & gut.3mf'

describe('toLink', () => {
  it.each([
    ['bambu-studio', 'bambustudio:'],
    ['orcaslicer', 'orcaslicer:'],
    ['cura', 'cura:'],
    ['creality-print', 'crealityprintlink:'],
    ['elegoo-slicer', 'elegooslicer:'],
    ['snapmaker-orca', 'snapmaker-orca:'],
  ])('returns a link for %s that contains the whole address in its query', (id, protocol) => {
    const link = new URL(findSlicer(id)?.toLink?.(url, false) ?? '')
    expect(link.protocol).toBe(protocol)
    expect(link.host + link.pathname).toMatch(/^open\/?$/)
    expect(link.searchParams.get('file')).toBe(url)
  })

  it('uses another scheme for Bambu Studio on macOS', () => {
    const link = findSlicer('bambu-studio')?.toLink?.(url, true) ?? ''
    expect(link).toBe(`bambustudioopen://${encodeURIComponent(url)}`)
  })

  it('is missing for PrusaSlicer, which opens only files from its own sites', () => {
    expect(findSlicer('prusaslicer')?.toLink).toBeUndefined()
  })
})

describe('slicers', () => {
  it('have different ids', () => {
    expect(new Set(slicers.map(({ id }) => id)).size).toBe(slicers.length)
  })
})
