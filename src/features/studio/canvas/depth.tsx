import type { ReactNode } from 'react'
import { cancelTask } from '#api/tasks.ts'
import type { Model3d } from '#contract/models.ts'
import type { Task } from '#contract/tasks.ts'
import type { Params } from '#lib/params/param-schema.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { depthRatio, readDepthParam } from '../state/depth-param.ts'
import { sameSettings } from '../state/recipe.ts'
import { studioStore } from '../state/store.ts'
import type { Generate } from '../tasks/use-generate.ts'

const loadControl = async () => (await import('./depth-control.tsx')).DepthControl
const loadStretch = async () => (await import('#viewer/stage/stretched-depth.tsx')).StretchedDepth

export type DepthSubject = {
  models: readonly Model3d[]
  /** Task or asset of the visible model. `id` stays the same when the task completes. */
  made: { id: string; modelId: string; params: Params } | undefined
  running: Task | undefined
  sizeMetres: readonly number[] | undefined
  again: Generate
  onTask: (task: Task) => void
}

export type Depth = {
  control: ReactNode
  onStage: ReactNode
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

export type DepthChoice = { of: string; ratio?: number } | undefined

/** @returns `undefined` if the model's generator has no depth param. */
export function getDepth(
  subject: DepthSubject,
  chosen: DepthChoice,
  setChosen: (choice: DepthChoice) => void,
): Depth | undefined {
  const { models, made, running, sizeMetres, again, onTask } = subject
  const model = models.find(({ id }) => id === made?.modelId)
  const param = model && made && readDepthParam(model, made.params)
  const ratio = sizeMetres && depthRatio(sizeMetres)
  if (!param || ratio === undefined || ratio <= 0) return undefined

  const own = chosen?.of === made.id ? chosen : undefined
  const make = async (wanted: number) => {
    const params = param.withDepth(made.params, wanted)
    const { draft } = sameSettings(model, params, undefined)
    studioStore.getState().settingsTaken(model.id, draft, undefined)
    // Cancelling a task that has just ended fails, and the failure is ignored.
    if (running) await cancelTask(running.id).then(onTask, () => {})
    again.start(model.id, params)
  }
  return {
    control: (
      <Loaded
        load={loadControl}
        props={{
          param,
          ratio,
          chosen: own?.ratio,
          isStarting: again.isStarting,
          onChoice: (next: number) => setChosen({ of: made.id, ratio: next }),
          onMake: (wanted: number) => void make(wanted),
        }}
      />
    ),
    onStage: own?.ratio !== undefined && (
      <Loaded load={loadStretch} props={{ factor: own.ratio / ratio }} />
    ),
    isOpen: own !== undefined,
    onOpenChange: (isOpen) => setChosen(isOpen ? { of: made.id } : undefined),
  }
}
