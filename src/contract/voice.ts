import * as z from 'zod/mini'

/** A connection with models for dictation or for reading aloud. */
export const voiceServiceSchema = z.object({
  /** Id of the connection. Its models have the id `id/model`. */
  id: z.string(),
  name: z.string(),
  /** True if the service runs on this machine or in its local network. */
  isNear: z.boolean(),
  transcription: z.array(z.string()),
  speech: z.array(z.string()),
})
export type VoiceService = z.infer<typeof voiceServiceSchema>

/** Response of `GET /api/voice`, without services that do not respond. */
export const voiceServicesSchema = z.object({ services: z.array(voiceServiceSchema) })
export type VoiceServices = z.infer<typeof voiceServicesSchema>

/** Response of `GET /api/voice/:id/voices`. The service may accept more names. */
export const voiceNamesSchema = z.object({ voices: z.array(z.string()) })
export type VoiceNames = z.infer<typeof voiceNamesSchema>
