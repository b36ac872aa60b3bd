import type { Task } from '#contract/tasks.ts'
import { toPictureUrl } from '../files/file-service.ts'
import { toAsset } from '../library/asset-rows.ts'
import type { TaskRow, TaskWithAsset } from './task-rows.ts'

/**
 * Converts a task to its API form.
 * @param queuePosition number of tasks ahead of a queued task.
 */
export const toTask = ({ task, asset }: TaskWithAsset, queuePosition?: number): Task => ({
  id: task.id,
  modelId: task.modelId,
  params: task.params,
  status: task.status,
  ...(task.stage !== null && { stage: task.stage }),
  ...(task.progress !== null && { progress: task.progress }),
  ...(task.status === 'queued' && queuePosition !== undefined && { queuePosition }),
  ...(task.failure !== null && { failure: task.failure }),
  ...(hasNoResult(task) && { cost: computeCost(task) }),
  ...(asset && { asset: toAsset(asset) }),
  ...(task.pictureFileId !== null && { pictureUrl: toPictureUrl(task.pictureFileId) }),
  createdAt: task.createdAt.toISOString(),
  ...(task.startedAt !== null && { startedAt: task.startedAt.toISOString() }),
  ...(task.finishedAt !== null && { finishedAt: task.finishedAt.toISOString() }),
})

const hasNoResult = ({ status }: TaskRow) => status === 'failed' || status === 'cancelled'

/**
 * Returns whether a task may have cost money. Without an upstream id, the provider refused the task
 * or its response was lost.
 */
function computeCost({ submittedAt, upstreamId, failure, status }: TaskRow): Task['cost'] {
  // This case is first, because a task in a restored backup may have been submitted after the
  // backup.
  if (failure?.code === 'submission_uncertain') return 'unclear'
  if (submittedAt === null || failure?.isRefunded) return 'nothing'
  return upstreamId !== null || status === 'cancelled' ? 'unclear' : 'nothing'
}
