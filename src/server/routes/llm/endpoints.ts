import type { KeyScope } from '#contract/access/keys.ts'

/** A kind of call that is handed on to a service. */
export type Endpoint = {
  scope: KeyScope
  /** Whether the answer holds words, so that its length costs. */
  hasWords: boolean
  /** Services take nothing for it. */
  isFree?: boolean
  /** What a connection without it lacks, for error messages. */
  offers: string
}

const completions: Endpoint = { scope: 'chat', hasWords: true, offers: 'completions' }
const responses: Endpoint = { scope: 'chat', hasWords: true, offers: 'responses' }
const messages: Endpoint = { scope: 'chat', hasWords: true, offers: 'messages' }
const count: Endpoint = { scope: 'chat', hasWords: false, isFree: true, offers: 'token counts' }
const vectors: Endpoint = { scope: 'embeddings', hasWords: false, offers: 'embeddings' }
const ranks: Endpoint = { scope: 'embeddings', hasWords: false, offers: 'reranking' }

/**
 * Everything that is handed on: these addresses, letter by letter, and only with POST. With the owner's
 * key at the service, any other address could list and delete what is in the owner's account, or buy
 * without being counted.
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
  '/rerank': ranks,
  '/v1/rerank': ranks,
}
