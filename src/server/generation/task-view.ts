import type { Task } from '#contract/tasks.ts'
import { pictureUrlOf } from '../files/file-service.ts'
import { toAsset } from '../library/asset-rows.ts'
import type { TaskRow, TaskWithAsset } from './task-rows.ts'

/** A task as it crosses the wire. @param queuePosition tasks before it, for one that is queued. */
export const toTask = ({ task, asset }: TaskWithAsset, queuePosition?: number): Task => ({
  id: task.id,
  modelId: task.modelId,
  params: task.params,
  status: task.status,
  ...(task.stage !== null && { stage: task.stage }),
  ...(task.progress !== null && { progress: task.progress }),
  ...(task.status === 'queued' && queuePosition !== undefined && { queuePosition }),
  ...(task.failure !== null && { failure: task.failure }),
  ...(hasNoResult(task) && { cost: costOf(task) }),
  ...(asset && { asset: toAsset(asset) }),
  ...(task.pictureFileId !== null && { pictureUrl: pictureUrlOf(task.pictureFileId) }),
  createdAt: task.createdAt.toISOString(),
  ...(task.startedAt !== null && { startedAt: task.startedAt.toISOString() }),
  ...(task.finishedAt !== null && { finishedAt: task.finishedAt.toISOString() }),
})

const hasNoResult = ({ status }: TaskRow) => status === 'failed' || status === 'cancelled'

/** Without an upstream id the provider said no, unless its answer never came. */
function costOf({ submittedAt, upstreamId, failure, status }: TaskRow): Task['cost'] {
  // Also where it is not written down here: of a task in a backup, it may have been bought later.
  if (failure?.code === 'submission_uncertain') return 'unclear'
  if (submittedAt === null) return 'nothing'
  return upstreamId !== null || status === 'cancelled' ? 'unclear' : 'nothing'
}
