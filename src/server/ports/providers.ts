import type { ChatProvider } from './chat-provider.ts'
import type { GenerationProvider } from './generation-provider.ts'

/** The providers that are connected just now. They come and go while the server runs: ask each time. */
export type Providers = {
  /** In the order in which their models are offered. */
  chat: () => readonly ChatProvider[]
  generation: () => readonly GenerationProvider[]
  /** Those too that are switched off: they take no new tasks, but finish what they have begun. */
  generationKept: () => readonly GenerationProvider[]
  /** Calls `listener` after each change. @returns stops that. */
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
