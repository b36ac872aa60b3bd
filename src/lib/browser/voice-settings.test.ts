// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseVoiceModel, voiceSetting } from './voice-settings.ts'

const cloud = { id: 'openai', isNear: false, models: ['whisper-1'] }
const near = { id: 'speaches', isNear: true, models: ['small', 'large'] }

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

describe('chooseVoiceModel', () => {
  it('prefers a service in the local network', () => {
    expect(chooseVoiceModel('', [cloud, near])).toEqual({
      modelId: 'speaches/small',
      service: near,
    })
  })

  it('returns the chosen model, or the browser if the user has chosen the browser', () => {
    expect(chooseVoiceModel('openai/whisper-1', [cloud, near]).modelId).toBe('openai/whisper-1')
    expect(chooseVoiceModel('browser', [cloud]).modelId).toBe('browser')
  })

  it('returns another service if the chosen service is gone, and the browser without a service', () => {
    expect(chooseVoiceModel('old/whisper', [cloud]).modelId).toBe('openai/whisper-1')
    expect(chooseVoiceModel('', [])).toEqual({ modelId: 'browser', service: undefined })
  })
})

describe('voiceSetting', () => {
  it('fills in values that an older version did not store', () => {
    localStorage.setItem('bozzetto.voice', '{"speed":1.5}')
    expect(voiceSetting.read()).toMatchObject({ speed: 1.5, language: '', readsNewAnswers: false })
  })

  it('ignores a value that is not allowed', () => {
    vi.spyOn(console, 'warn').mockReturnValue()
    localStorage.setItem('bozzetto.voice', '{"speed":90}')
    expect(voiceSetting.read().speed).toBe(1)
  })
})
