/** How error messages refer to an external service. */
export type UpstreamService = {
  /** First part of its models' ids. */
  id: string
  /** Can begin a sentence: `The service at api.openai.com`. Never contains a secret. */
  title: string
  /** Where its address is set: `BOZZETTO_OPENAI_URL`, `its address in Settings`. */
  addressSetting: string
  addressExample: string
  /** Where its key is set. */
  keySetting: string
}

/** A connection that accepts requests which `/llm` only forwards. */
export type LlmUpstream = {
  service: UpstreamService
  /** Its address for a path below `/llm`, such as `/v1/embeddings`. */
  urlOf: (path: string) => string
  apiKey: string | undefined
  /** The header that carries the key; absent: `Authorization`, as a bearer token. */
  keyHeader?: string | undefined
  /** It offers OpenAI's Responses for its models, with tools of its own. */
  hasResponses?: boolean
  /** Sent along, besides the key. */
  headers?: Readonly<Record<string, string>> | undefined
  /** Whether it is in a private network, where addresses in a request must not lead. */
  isInPrivateNetwork: () => Promise<boolean>
}
