import { measures, type Amounts, type Measure } from '#contract/spending.ts'

export type Use = {
  ownerId: string
  /** Id of the API key. Empty for the page and for keys of the environment. */
  keyId: string
  modelId: string
}

export const noAmounts: Amounts = { usd: 0, tokens: 0, models: 0, bytes: 0 }

export const addAmounts = (one: Amounts, other: Amounts): Amounts => ({
  usd: one.usd + other.usd,
  tokens: one.tokens + other.tokens,
  models: one.models + other.models,
  bytes: one.bytes + other.bytes,
})

export const isNothing = (amounts: Amounts): boolean =>
  measures.every((measure: Measure) => amounts[measure] === 0)

/** Formats the day for which usage is counted: `2026-11-23`, in UTC. */
export const formatUtcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
