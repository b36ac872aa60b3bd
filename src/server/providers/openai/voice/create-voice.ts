import type { UpstreamService } from '../../../ports/upstream-service.ts'
import type { VoiceModels, VoiceProvider } from '../../../ports/voice.ts'
import { createClientConnection } from '../client-connection.ts'
import { fetchList } from '../fetch-list.ts'
import { defaultTimeouts, keyHeader } from '../openai-client.ts'
import type { VendorQuirks } from '../quirks/vendor-quirks.ts'
import { createPrivateCheck } from '../../private-service.ts'
import { remember } from '../../remember.ts'
import { parseVoiceModels, parseVoices, usualVoices } from './voice-models.ts'

/**
 * Creates the voice provider of a service with OpenAI's audio endpoints. Models are recognized by
 * name.
 * @param options.baseUrl includes the version, such as `http://127.0.0.1:8880/v1`.
 * @param options.fixed models of a service without a model list.
 */
export function createVoice(options: {
  service: UpstreamService
  baseUrl: string
  apiKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
  quirks?: VendorQuirks | undefined
  fixed?: VoiceModels
}): VoiceProvider {
  const { service, baseUrl, apiKey, headers, quirks = {}, fixed } = options
  const key = keyHeader(apiKey, quirks)
  const connection = createClientConnection({ service, apiKey, key, headers })
  const get = (path: string) => fetchList(connection, baseUrl + path, defaultTimeouts.modelsMs)
  const listVoices = remember(async () => {
    try {
      const names = parseVoices(await get('/audio/voices'))
      return names.length > 0 ? names : usualVoices
    } catch {
      // Most services have no list of voices, so OpenAI's voices are offered.
      return usualVoices
    }
  })
  return {
    listModels: fixed
      ? () => Promise.resolve(fixed)
      : remember(async () => parseVoiceModels(await get('/models'), quirks.idPrefix)),
    listVoices,
    isInPrivateNetwork: createPrivateCheck(baseUrl),
  }
}
