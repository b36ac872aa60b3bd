import { tokensInBytes } from '#lib/token-estimate.ts'
import type { OllamaRequest } from './ollama-request.ts'

/** Upper bound of the tokens that most vision models use per picture. */
const pictureTokens = 1_500

/** Estimates the tokens of an Ollama request, rather too high than too low. */
export function estimateOllamaTokens({ messages, tools }: OllamaRequest): number {
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
