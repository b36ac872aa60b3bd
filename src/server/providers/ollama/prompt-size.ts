import { tokensInBytes } from '#lib/token-estimate.ts'
import type { OllamaRequest } from './ollama-request.ts'

/** Estimated tokens per picture. Most vision models use fewer. */
const pictureTokens = 1_500

/** Estimates the tokens of a request. The estimate is too high rather than too low. */
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
