import type { Turn } from '../../messages/thread.ts'
import { hasVisibleResult } from './has-visible-result.ts'

/** A card adds a picture, buttons and facts: about 60 KB and 70 elements. */
const cardWeight = 6

/** Returns the rendering cost of a thread; a message with only text counts as 1. */
export const getRenderingCost = (turns: readonly Turn[]): number =>
  turns.reduce(
    (sum, { message: { toolCalls = [] } }) =>
      sum + 1 + cardWeight * toolCalls.filter(hasVisibleResult).length,
    0,
  )
