import { canFallBack } from '../../chat/aliases/can-fall-back.ts'
import type { FoundUpstream, UpstreamOrder } from './find-upstream.ts'
import { withModelHeader } from './model-header.ts'

/**
 * Asks the models one by one until one answers. For an alias, a response header names the model
 * that answered.
 * @param forward sends the request to a model. It receives the maximum wait for the first byte,
 * except for the last model. It throws failures of the service, so that the next model can be
 * asked.
 * @throws the error of the last model. Errors that every model would return are thrown immediately.
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
