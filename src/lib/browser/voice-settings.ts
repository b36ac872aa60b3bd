import * as z from 'zod/mini'
import { createBrowserSetting } from './browser-setting.ts'

/** Value of a voice model: the browser's own recognition or voices. */
export const ownVoice = 'browser'

const voiceSettingsSchema = z.object({
  /** Model that transcribes, as `connection/model`. Empty: chosen automatically. */
  transcription: z._default(z.string(), ''),
  /** Language code such as `de`. Empty: recognized by the model. */
  language: z._default(z.string(), ''),
  /** Model that reads aloud, as `connection/model`. Empty: chosen automatically. */
  speech: z._default(z.string(), ''),
  /** Name of the voice. Empty: the service's first voice. */
  voice: z._default(z.string(), ''),
  /** Multiple of the normal speed, 0.5 to 2. */
  speed: z._default(z.number().check(z.gte(0.5), z.lte(2)), 1),
  /** Reads every new answer aloud while it is being written. */
  readsNewAnswers: z._default(z.boolean(), false),
})
export type VoiceSettings = z.infer<typeof voiceSettingsSchema>

/** Browser setting: dictation and reading aloud. It depends on the microphone and the speakers. */
export const voiceSetting = createBrowserSetting<VoiceSettings>({
  key: 'bozzetto.voice',
  fallback: voiceSettingsSchema.parse({}),
  parse: (text) => voiceSettingsSchema.safeParse(JSON.parse(text)).data,
  format: JSON.stringify,
})

/** Returns the chosen model, or the first model of a near service, or the browser. */
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
