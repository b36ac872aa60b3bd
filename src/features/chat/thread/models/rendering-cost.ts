import type { Turn } from '../../messages/thread.ts'
import { hasVisibleResult } from './has-visible-result.ts'

/** Cost of a model card, which adds about 60 KB and 70 elements. */
const cardWeight = 6

export const getRenderingCost = (turns: readonly Turn[]): number =>
  turns.reduce(
    (sum, { message: { toolCalls = [] } }) =>
      sum + 1 + cardWeight * toolCalls.filter(hasVisibleResult).length,
    0,
  )
