import type { ProviderProblem } from '#contract/models.ts'
import type { ChatProvider } from './chat-provider.ts'
import type { GenerationProvider } from './generation-provider.ts'

/** The providers that are currently connected. They change while the server runs, so ask each time. */
export type Providers = {
  /** In the order in which their models are offered. */
  chat: () => readonly ChatProvider[]
  generation: () => readonly GenerationProvider[]
  /** Includes those switched off: they take no new tasks, but finish running ones. */
  generationKept: () => readonly GenerationProvider[]
  /** Why listed models cannot be used, where that is known. */
  problems?: () => readonly ProviderProblem[]
  /** Calls `listener` after each change. @returns a function that stops this. */
  onChange: (listener: () => void) => () => void
}

/** Providers that never change. */
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
