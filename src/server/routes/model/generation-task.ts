import { isTaskOver, type Task } from '#contract/tasks.ts'
import { endingOf, type Receiver, type ResultAddresses } from './addresses.ts'
import { toTaskError } from './errors.ts'

/**
 * A task as the service interface has it: numbers where clients want numbers, and `usage.cost` as text.
 *
 * @param receiver whom the address of the result is for.
 */
export function toGenerationTask(task: Task, { addressOf }: ResultAddresses, receiver: Receiver) {
  const { progress = 0, asset } = task
  if (!isTaskOver(task.status)) return { ...headOf(task), progress }
  const metadata = {
    in_queue_at: seconds(task.createdAt),
    ...(task.finishedAt !== undefined && {
      completed_at: seconds(task.finishedAt),
      upload_at: seconds(task.finishedAt),
    }),
  }
  if (task.status === 'completed' && asset) {
    const url = addressOf(receiver, asset.id, endingOf(asset.mimeType))
    const content = [{ type: '3d', format: endingOf(asset.mimeType), url, jobId: task.id }]
    return {
      ...headOf(task),
      status: 'completed',
      progress: 1,
      output: [{ content }],
      usage: { cost: isFree(task.modelId) ? '0' : '' },
      metadata,
    }
  }
  const error = toTaskError(failureOf(task), task.status === 'cancelled')
  return { ...headOf(task), status: 'failed', progress, error, usage: { cost: '' }, metadata }
}

/** What is there from the beginning; the whole answer to a create. */
export const headOf = (task: Task) => ({
  id: task.id,
  created_at: Math.floor(seconds(task.createdAt)),
  status: 'in_progress',
  model: task.modelId,
})

/** Why a task gave no model. */
export function failureOf({ status, failure }: Task) {
  if (failure) return failure
  return status === 'cancelled'
    ? { code: 'interrupted' as const, message: 'The task was cancelled.' }
    : { code: 'not_found' as const, message: 'The model was deleted from the library.' }
}

/** What a gateway asks for a task is not known here; the engine on this machine asks nothing. */
export const isFree = (modelId: string): boolean => modelId.startsWith('local/')

const seconds = (time: string): number => Date.parse(time) / 1000
