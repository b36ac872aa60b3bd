import { canFallBack } from '../../chat/aliases/can-fall-back.ts'
import type { FoundUpstream, UpstreamOrder } from './find-upstream.ts'
import { withModelHeader } from './model-header.ts'

/**
 * Asks the models of an alias one by one until one of them answers. A response header names the
 * model that answered.
 * @param forward sends the request to a model, with the maximum wait for the first byte except for
 * the last model. It throws failures of the service.
 * @throws the error of the last model, or immediately an error that every model would return.
 */
export async function forwardInTurn(
  { targets, timeoutMs }: UpstreamOrder,
  forward: (found: FoundUpstream, firstByteMs: number | undefined) => Promise<Response>,
): Promise<Response> {
  for (const [index, found] of targets.entries()) {
    const isLast = index === targets.length - 1
    try {
      const response = await forward(found, isLast ? undefined : timeoutMs)
      if (timeoutMs === undefined) return response
      return withModelHeader(response, `${found.upstream.service.id}/${found.model}`)
    } catch (error) {
      if (isLast || !canFallBack(error)) throw error
    }
  }
  throw new Error('There is no model to ask.')
}
