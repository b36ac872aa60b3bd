import type { ProviderProblem } from '#contract/models.ts'
import type { ChatProvider } from './chat-provider.ts'
import type { GenerationProvider } from './generation-provider.ts'

/**
 * The currently connected providers. Call the functions each time, because connections change while
 * the server runs.
 */
export type Providers = {
  /** Returns the providers in the order in which their models are listed. */
  chat: () => readonly ChatProvider[]
  generation: () => readonly GenerationProvider[]
  /**
   * Returns all providers, including disabled providers, which still finish their running tasks.
   */
  generationKept: () => readonly GenerationProvider[]
  problems?: () => readonly ProviderProblem[]
  /**
   * Calls `listener` after each change.
   * @returns a function that removes the listener.
   */
  onChange: (listener: () => void) => () => void
}

export function fixedProviders({
  chat = [],
  generation = [],
}: {
  chat?: readonly ChatProvider[]
  generation?: readonly GenerationProvider[]
}): Providers {
  return {
    chat: () => chat,
    generation: () => generation,
    generationKept: () => generation,
    onChange: () => () => {},
  }
}
