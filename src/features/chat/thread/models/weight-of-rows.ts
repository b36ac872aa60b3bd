import type { Turn } from '../../messages/thread.ts'
import { isResultOf } from './is-result-of.ts'

/** A card adds a picture, buttons and facts: about 60 KB and 70 elements. */
const cardWeight = 6

/** Returns the rendering cost of a thread; a message with only text counts as 1. */
export const weightOfRows = (turns: readonly Turn[]): number =>
  turns.reduce(
    (sum, { message: { toolCalls = [] } }) =>
      sum + 1 + cardWeight * toolCalls.filter(isResultOf).length,
    0,
  )
