import type { KeyScope } from '#contract/access/keys.ts'

export type MediaKind = 'image' | 'transcription' | 'speech'

/** An endpoint whose requests are forwarded to a service. */
export type Endpoint = {
  scope: KeyScope
  /** True if the answer contains text, whose tokens are charged. */
  hasWords: boolean
  isFree?: boolean
  offers: string
  /**
   * Set for pictures and audio. The request may then be a form, and the price does not depend on
   * tokens.
   */
  media?: MediaKind
}

const completions: Endpoint = { scope: 'chat', hasWords: true, offers: 'completions' }
const responses: Endpoint = { scope: 'chat', hasWords: true, offers: 'responses' }
const messages: Endpoint = { scope: 'chat', hasWords: true, offers: 'messages' }
const count: Endpoint = { scope: 'chat', hasWords: false, isFree: true, offers: 'token counts' }
const vectors: Endpoint = { scope: 'embeddings', hasWords: false, offers: 'embeddings' }
const ranks: Endpoint = { scope: 'embeddings', hasWords: false, offers: 'reranking' }

const images: Endpoint = { scope: 'chat', hasWords: false, offers: 'pictures', media: 'image' }
const recordings: Endpoint = {
  scope: 'chat',
  hasWords: false,
  offers: 'transcriptions',
  media: 'transcription',
}
const speech: Endpoint = { scope: 'chat', hasWords: false, offers: 'speech', media: 'speech' }

/**
 * All forwarded paths, matched exactly and only with POST. With other paths, clients could list and
 * delete data of the owner's account at the service.
 */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  '/completions': completions,
  '/v1/completions': completions,
  '/openai/v1/completions': completions,
  '/responses': responses,
  '/v1/responses': responses,
  '/openai/v1/responses': responses,
  '/messages': messages,
  '/v1/messages': messages,
  '/anthropic/v1/messages': messages,
  '/messages/count_tokens': count,
  '/v1/messages/count_tokens': count,
  '/anthropic/v1/messages/count_tokens': count,
  '/embeddings': vectors,
  '/v1/embeddings': vectors,
  '/openai/v1/embeddings': vectors,
  '/images/generations': images,
  '/v1/images/generations': images,
  '/openai/v1/images/generations': images,
  '/images/edits': images,
  '/v1/images/edits': images,
  '/openai/v1/images/edits': images,
  '/audio/transcriptions': recordings,
  '/v1/audio/transcriptions': recordings,
  '/openai/v1/audio/transcriptions': recordings,
  '/audio/speech': speech,
  '/v1/audio/speech': speech,
  '/openai/v1/audio/speech': speech,
  '/rerank': ranks,
  '/v1/rerank': ranks,
}
