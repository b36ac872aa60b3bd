import { describe, expect, it } from 'vitest'
import {
  type EmbedSettings,
  plainEmbed,
  readEmbedSettings,
  suggestedEmbed,
  writeEmbedSettings,
} from './embed-settings.ts'

describe('readEmbedSettings', () => {
  it.each<EmbedSettings>([
    plainEmbed,
    suggestedEmbed,
    { ...suggestedEmbed, look: 'full', backdrop: '#f0d0c0', side: 'back', hasAr: false },
    { ...plainEmbed, backdrop: 'none' },
  ])('reads what writeEmbedSettings wrote', (settings) => {
    expect(readEmbedSettings(writeEmbedSettings(settings))).toEqual(settings)
  })

  it('ignores unknown values', () => {
    const search = '?look=huge&background=url(x)&turn=yes&zoom=2&view=constructor&ar=no'
    expect(readEmbedSettings(search)).toEqual(plainEmbed)
  })

  it('returns the defaults, for which writeEmbedSettings writes no query', () => {
    expect(writeEmbedSettings(plainEmbed)).toBe('')
  })
})
