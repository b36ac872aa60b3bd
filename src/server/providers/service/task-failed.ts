import { HttpError } from '../../errors/http-error.ts'
import type { UpstreamService } from '../../ports/upstream-service.ts'

/** A task that failed on its service. Polling the task again is pointless. */
export class TaskFailedError extends HttpError {}

/** Messages of PyTorch, ComfyUI, ggml and C++ programs whose memory ran out. */
const memoryMessage =
  /out\s?of\s?(?:\w+ )?memory|(?:not enough|insufficient) (?:\w+ ){0,2}memory|allocate (?:\w+ ){0,3}(?:memory|buffer)|bad_alloc/i

/** @param said message of the service, possibly empty. */
export const toFailureCode = (said: string): 'out_of_memory' | 'provider_failed' =>
  memoryMessage.test(said) ? 'out_of_memory' : 'provider_failed'

/** Creates the error of a failed task whose service gives no reason. */
export const failedSilently = ({ title }: UpstreamService): TaskFailedError =>
  new TaskFailedError(
    'provider_failed',
    `${title} could not make this model, and does not say why.`,
  )
