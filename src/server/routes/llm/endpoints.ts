import type { KeyScope } from '#contract/access/keys.ts'

/** A kind of call that is handed on to a service. */
export type Endpoint = {
  scope: KeyScope
  /** Whether the answer holds words, so that its length costs. */
  hasWords: boolean
  /** Services take nothing for it. */
  isFree?: boolean
}

const words: Endpoint = { scope: 'chat', hasWords: true }
const count: Endpoint = { scope: 'chat', hasWords: false, isFree: true }
const vectors: Endpoint = { scope: 'embeddings', hasWords: false }

/**
 * Everything that is handed on: these addresses, letter by letter, and only with POST. With the owner's
 * key at the service, any other address could list and delete what is in the owner's account, or buy
 * without being counted.
 */
export const endpoints: Readonly<Record<string, Endpoint>> = {
  '/completions': words,
  '/v1/completions': words,
  '/openai/v1/completions': words,
  '/responses': words,
  '/v1/responses': words,
  '/openai/v1/responses': words,
  '/messages': words,
  '/v1/messages': words,
  '/anthropic/v1/messages': words,
  '/messages/count_tokens': count,
  '/v1/messages/count_tokens': count,
  '/anthropic/v1/messages/count_tokens': count,
  '/embeddings': vectors,
  '/v1/embeddings': vectors,
  '/openai/v1/embeddings': vectors,
  '/rerank': vectors,
  '/v1/rerank': vectors,
}
