import type { LeftOut } from '#contract/chat/left-out.ts'
import type { Fields } from '#lib/fields.ts'
import { ownValue } from '#lib/own-value.ts'
import type { ChatRequest } from '../../../ports/chat-provider.ts'
import { addLeftOut } from '../chat-body.ts'
import { nearestEffort } from './nearest-effort.ts'
import type { thinkingSwitches } from './thinking-switches.ts'

/** Differences of one model family from the other models of the service. */
export type ModelQuirks = {
  matches: RegExp
  efforts?: readonly string[] | undefined
  refuses?: readonly string[] | undefined
  thinking?: keyof typeof thinkingSwitches
  /** Fields that are added to every request with tools. */
  withTools?: Fields
}

export const rulesFor = (
  model: string,
  { models = [] }: { models?: readonly ModelQuirks[] },
): Partial<ModelQuirks> => models.find(({ matches }) => matches.test(model)) ?? {}

/** Removes fields that the model refuses, and selects the nearest accepted effort. */
export function applyRules(
  asked: ChatRequest,
  { refuses = [], efforts }: Pick<Partial<ModelQuirks>, 'refuses' | 'efforts'>,
): { request: ChatRequest; leftOut: readonly LeftOut[] } {
  const request: ChatRequest = { ...asked }
  let leftOut: readonly LeftOut[] = []
  for (const name of refuses) {
    if (!Object.hasOwn(request, name)) continue
    leftOut = addLeftOut(leftOut, name, { value: ownValue(request, name) })
    delete request[name]
  }
  const effort = request['reasoning_effort']
  const sent = efforts && typeof effort === 'string' ? nearestEffort(effort, efforts) : undefined
  if (sent !== undefined && sent !== effort) {
    request['reasoning_effort'] = sent
    leftOut = addLeftOut(leftOut, 'reasoning_effort', { value: effort, sent })
  }
  return { request, leftOut }
}
