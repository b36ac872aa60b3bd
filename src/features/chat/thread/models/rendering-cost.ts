import type { Turn } from '../../messages/thread.ts'
import { hasVisibleResult } from './has-visible-result.ts'

/** Cost of a model card, which adds about 60 KB and 70 elements. */
const cardWeight = 6

/** Returns the cost of rendering a thread. A message with only text costs 1. */
export const getRenderingCost = (turns: readonly Turn[]): number =>
  turns.reduce(
    (sum, { message: { toolCalls = [] } }) =>
      sum + 1 + cardWeight * toolCalls.filter(hasVisibleResult).length,
    0,
  )
