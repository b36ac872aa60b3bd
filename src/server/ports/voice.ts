/** Names of models by their use. */
export type VoiceModels = {
  transcription: readonly string[]
  speech: readonly string[]
}

export type VoiceProvider = {
  listModels: (signal: AbortSignal) => Promise<VoiceModels>
  /** Returns the names of the service's voices, or the usual names if the service lists none. */
  listVoices: (signal: AbortSignal) => Promise<readonly string[]>
  isInPrivateNetwork: () => Promise<boolean>
}
