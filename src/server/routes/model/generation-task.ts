import { isTaskOver, type Task } from '#contract/tasks.ts'
import { getFileEnding, type Receiver, type ResultAddresses } from './addresses.ts'
import { toTaskError } from './errors.ts'

/**
 * Formats a task for `/model/v1/generation`, with numbers where clients expect numbers, and
 * `usage.cost` as text.
 * @param receiver client for which the result's URL is signed.
 */
export function toGenerationTask(task: Task, { addressOf }: ResultAddresses, receiver: Receiver) {
  const { progress = 0, asset } = task
  if (!isTaskOver(task.status)) return { ...toTaskHead(task), progress }
  const metadata = {
    in_queue_at: seconds(task.createdAt),
    ...(task.finishedAt !== undefined && {
      completed_at: seconds(task.finishedAt),
      upload_at: seconds(task.finishedAt),
    }),
  }
  if (task.status === 'completed' && asset) {
    const url = addressOf(receiver, asset.id, getFileEnding(asset.mimeType))
    const content = [{ type: '3d', format: getFileEnding(asset.mimeType), url, jobId: task.id }]
    return {
      ...toTaskHead(task),
      status: 'completed',
      progress: 1,
      output: [{ content }],
      usage: { cost: isFree(task.modelId) ? '0' : '' },
      metadata,
    }
  }
  const error = toTaskError(getTaskFailure(task), task.status === 'cancelled')
  return {
    ...toTaskHead(task),
    status: 'failed',
    progress,
    error,
    usage: { cost: '' },
    metadata,
  }
}

/** Returns the fields that a task has from the start, for the response to a create request. */
export const toTaskHead = (task: Task) => ({
  id: task.id,
  created_at: Math.floor(seconds(task.createdAt)),
  status: 'in_progress',
  model: task.modelId,
})

export function getTaskFailure({ status, failure }: Task) {
  if (failure) return failure
  return status === 'cancelled'
    ? { code: 'interrupted' as const, message: 'The task was cancelled.' }
    : { code: 'not_found' as const, message: 'The model was deleted from the library.' }
}

/** Returns whether a model costs nothing. Only models of the local engine are known to be free. */
export const isFree = (modelId: string): boolean => modelId.startsWith('local/')

const seconds = (time: string): number => Date.parse(time) / 1000
