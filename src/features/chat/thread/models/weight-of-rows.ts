import type { Turn } from '../../messages/thread.ts'
import { isResultOf } from './is-result-of.ts'

/** A card has a picture, buttons and facts of its own: 60 KB and 70 elements beside the words of its answer. */
const cardWeight = 6

/** What a thread takes when all of it is drawn, where a message of words alone is 1. */
export const weightOfRows = (turns: readonly Turn[]): number =>
  turns.reduce(
    (sum, { message: { toolCalls = [] } }) =>
      sum + 1 + cardWeight * toolCalls.filter(isResultOf).length,
    0,
  )
