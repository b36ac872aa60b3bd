import { describe, expect, it } from 'vitest'
import {
  type EmbedSettings,
  plainEmbed,
  readEmbedSettings,
  suggestedEmbed,
  writeEmbedSettings,
} from './embed-settings.ts'

describe('readEmbedSettings and writeEmbedSettings', () => {
  it.each<EmbedSettings>([
    plainEmbed,
    suggestedEmbed,
    { ...suggestedEmbed, look: 'full', backdrop: '#f0d0c0', side: 'back', hasAr: false },
    { ...plainEmbed, backdrop: 'none' },
  ])('read settings that writeEmbedSettings wrote', (settings) => {
    expect(readEmbedSettings(writeEmbedSettings(settings))).toEqual(settings)
  })

  it('ignore unknown values', () => {
    const search = '?look=huge&background=url(x)&turn=yes&zoom=2&view=constructor&ar=no'
    expect(readEmbedSettings(search)).toEqual(plainEmbed)
  })

  it('write an empty query for the default settings', () => {
    expect(writeEmbedSettings(plainEmbed)).toBe('')
  })
})
