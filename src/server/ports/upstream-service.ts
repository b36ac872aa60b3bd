/** How an outside service is spoken of when something is wrong with it. */
export type UpstreamService = {
  /** First part of its models' ids. */
  id: string
  /** Begins a sentence: `The service at api.openai.com`. Never holds a secret. */
  title: string
  /** Where its address is set: `BOZZETTO_OPENAI_URL`, `its address in Settings`. */
  addressSetting: string
  addressExample: string
  /** Where its key is set. */
  keySetting: string
}

/** A service that answers what Bozzetto itself does not: responses, messages, embeddings, rerank … */
export type LlmUpstream = {
  service: UpstreamService
  /** Its address for a path below `/llm`, such as `/v1/embeddings`. */
  urlOf: (path: string) => string
  apiKey: string | undefined
  /** Whether it runs where addresses in a request must not lead. */
  isInPrivateNetwork: () => Promise<boolean>
}
