import type { ErrorCode } from '#contract/errors.ts'
import { isTaskOver, type Task } from '#contract/tasks.ts'
import { HttpError, toHttpError } from '../../errors.ts'

/** Numbers that clients of the interface know; the others are those of the HTTP statuses. */
const knownNumbers: Partial<Record<ErrorCode, number>> = {
  rate_limited: 1002,
  provider_refused: 110001,
  bad_picture: 190000,
}
/** The interface has no cancelled tasks: for its clients they failed, with this number. */
const cancelledNumber = 499
const cancelledMessage = 'The task was cancelled.'
const deletedMessage = 'The model was deleted from the library.'

/**
 * A task as the service interface has it. Some clients need `error.code` as a number and `usage.cost`
 * as a string, and read either `message` or `error_message`.
 *
 * @param resultUrl absolute address of the model file, for tasks that have one.
 */
export function toGenerationTask(task: Task, resultUrl: string | undefined) {
  const { id, modelId: model, createdAt, progress = 0 } = task
  const about = { id, created_at: Math.floor(seconds(createdAt)), model }
  if (!isTaskOver(task.status)) return { ...about, status: 'in_progress', progress }
  const metadata = {
    in_queue_at: seconds(createdAt),
    ...(task.finishedAt !== undefined && {
      completed_at: seconds(task.finishedAt),
      upload_at: seconds(task.finishedAt),
    }),
  }
  if (task.status === 'completed' && resultUrl !== undefined) {
    const content = [{ type: '3d', format: 'glb', url: resultUrl, jobId: id }]
    // What a gateway asks for a task is not known here; the engine on this machine asks nothing.
    const cost = model.startsWith('local/') ? '0' : ''
    return {
      ...about,
      status: 'completed',
      progress: 1,
      output: [{ content }],
      usage: { cost },
      metadata,
    }
  }
  return {
    ...about,
    status: 'failed',
    progress,
    error: errorOf(task),
    usage: { cost: '' },
    metadata,
  }
}

const seconds = (time: string): number => Date.parse(time) / 1000

function errorOf({ status, failure }: Task) {
  if (status === 'cancelled') {
    return inWords(cancelledNumber, failure?.message ?? cancelledMessage)
  }
  if (!failure) return inWords(404, deletedMessage)
  const code = knownNumbers[failure.code] ?? new HttpError(failure.code, '').status
  return inWords(code, failure.message)
}

const inWords = (code: number | string, message: string) => ({
  code,
  message,
  error_message: message,
})

/** Body of an answer that is an error, in the form that clients of this side read. */
export function toGenerationError(thrown: unknown) {
  const { code, message, issues } = toHttpError(thrown)
  const error = inWords(code.toUpperCase(), message)
  return { error: { ...error, ...(issues && { issues }) }, message }
}
