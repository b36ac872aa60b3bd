const names: Record<string, string> = {
  bozzetto: 'Built in',
  gateway: 'Gateway',
  openai: 'OpenAI-compatible',
  local: 'On this server',
}

/** What a provider is called in lists. */
export const nameOfProvider = (provider: string): string => names[provider] ?? provider
