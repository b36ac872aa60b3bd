/** Names of an external service for error messages. */
export type UpstreamService = {
  id: string
  /**
   * Title for error messages, such as `The service at api.openai.com`. The title never contains a
   * secret.
   */
  title: string
  /**
   * Name of the setting with the URL of the service: `BOZZETTO_OPENAI_URL`, `its address in
   * Settings`. Absent if the URL is built in.
   */
  addressSetting?: string | undefined
  addressExample: string
  keySetting: string
}

/** Returns advice about a service that does not answer as expected. */
export const adviseOnAddress = ({
  addressSetting,
  addressExample,
}: Pick<UpstreamService, 'addressSetting' | 'addressExample'>): string =>
  addressSetting === undefined
    ? 'Try again later.'
    : `Check ${addressSetting}; it should look like ${addressExample}.`

/** A connection that accepts the requests which `/llm` forwards unchanged. */
export type LlmUpstream = {
  service: UpstreamService
  urlOf: (path: string) => string
  apiKey: string | undefined
  /** Name of the header with the API key. Default: `Authorization`, as a bearer token. */
  keyHeader?: string | undefined
  /** True if the connection supports OpenAI's Responses API with hosted tools. */
  hasResponses?: boolean
  /** True if the service only transcribes and speaks. The service then lists no chat models. */
  hasOnlyVoice?: boolean
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * Returns whether the service is in a private network, so that URLs in a request must not refer
   * to internal hosts.
   */
  isInPrivateNetwork: () => Promise<boolean>
}
