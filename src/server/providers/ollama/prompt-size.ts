import { tokensInBytes } from '#lib/token-estimate.ts'
import type { OllamaRequest } from './ollama-request.ts'

/** What most models that see make of a picture, at most. */
const pictureTokens = 1_500

/** How many tokens a request as `toOllamaRequest` makes it has, rather too many than too few. */
export function promptTokensOf({ messages, tools }: OllamaRequest): number {
  let bytes = tools === undefined ? 0 : Buffer.byteLength(JSON.stringify(tools))
  let pictures = 0
  for (const { images, ...message } of messages) {
    pictures += Array.isArray(images) ? images.length : 0
    for (const value of Object.values(message)) {
      bytes += Buffer.byteLength(typeof value === 'string' ? value : JSON.stringify(value))
    }
  }
  return tokensInBytes(bytes) + pictures * pictureTokens
}
