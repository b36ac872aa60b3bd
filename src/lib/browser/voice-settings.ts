import * as z from 'zod/mini'
import { createBrowserSetting } from './browser-setting.ts'

/** Value that selects the browser's own speech recognition or voices instead of a model. */
export const ownVoice = 'browser'

const voiceSettingsSchema = z.object({
  transcription: z._default(z.string(), ''),
  /** Language code such as `de`. If empty, the model detects the language. */
  language: z._default(z.string(), ''),
  speech: z._default(z.string(), ''),
  voice: z._default(z.string(), ''),
  /** Speaking rate as a multiple of the normal speed, 0.5 to 2. */
  speed: z._default(z.number().check(z.gte(0.5), z.lte(2)), 1),
  readsNewAnswers: z._default(z.boolean(), false),
})
export type VoiceSettings = z.infer<typeof voiceSettingsSchema>

/**
 * Browser setting for dictation and reading aloud. It is stored per browser, because microphones
 * and speakers differ between devices.
 */
export const voiceSetting = createBrowserSetting<VoiceSettings>({
  key: 'bozzetto.voice',
  fallback: voiceSettingsSchema.parse({}),
  parse: (text) => voiceSettingsSchema.safeParse(JSON.parse(text)).data,
  format: JSON.stringify,
})

/**
 * Returns the selected voice model, else the first model of a nearby service, else the browser's
 * own voice.
 */
export function chooseVoiceModel(
  chosen: string,
  services: readonly { id: string; isNear: boolean; models: readonly string[] }[],
): { modelId: string; service: { id: string; isNear: boolean } | undefined } {
  const [idOfChosen = ''] = chosen.split('/', 1)
  const own = services.find(({ id }) => id === idOfChosen)
  if (chosen === ownVoice || own) return { modelId: chosen, service: own }
  const able = services.filter(({ models }) => models.length > 0)
  const service = able.find(({ isNear }) => isNear) ?? able[0]
  const [model] = service?.models ?? []
  if (!service || model === undefined) return { modelId: ownVoice, service: undefined }
  return { modelId: `${service.id}/${model}`, service }
}
