import { useState } from 'react'
import type { Task } from '#contract/tasks.ts'
import { translateSentence } from '#lib/language/translate-sentence.ts'
import type { ProgressStage } from '#ui/progress/stages.tsx'
import { t } from '#languages/studio.ts'
import { useDurationEstimates } from './use-duration-estimates.ts'

type SeenStage = {
  name: string
  /**
   * Start of the stage in Unix milliseconds. Undefined if the stage began before the component was
   * mounted.
   */
  atMs: number | undefined
}

/**
 * Returns the stages of a task: the stages that have ended, the current stage, and the stages that
 * followed in similar tasks. Mount the component again for another task.
 */
export function useStages(task: Task, nowMs: number): ProgressStage[] {
  const usual = useDurationEstimates()
  const current = task.stage
  const [seen, setSeen] = useState<readonly SeenStage[]>(
    current === undefined ? [] : [{ name: current, atMs: undefined }],
  )
  if (current !== undefined && seen.at(-1)?.name !== current) {
    setSeen([...seen, { name: current, atMs: nowMs }])
  }
  if (current === undefined) return [{ name: t('Starting'), state: 'running' }]

  const names = usual.stageNames({ modelId: task.modelId, params: task.params })
  const at = names.indexOf(current)
  const done =
    at < 0 ? seen.map(({ name }) => name).filter((name) => name !== current) : names.slice(0, at)
  return [
    ...done.map((name): ProgressStage => ({
      name: translateSentence(name),
      state: 'done',
      durationMs: toDuration(seen, name),
    })),
    { name: translateSentence(current), state: 'running' },
    ...names
      .slice(at < 0 ? names.length : at + 1)
      .map((name): ProgressStage => ({ name: translateSentence(name), state: 'waiting' })),
  ]
}

function toDuration(seen: readonly SeenStage[], name: string): number | undefined {
  const at = seen.findIndex((stage) => stage.name === name)
  const [start, end] = [seen[at]?.atMs, seen[at + 1]?.atMs]
  return start === undefined || end === undefined ? undefined : end - start
}
