import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { explain } from '#api/errors.ts'
import type { Asset } from '#contract/assets.ts'
import type { Model3d, ModelList } from '#contract/models.ts'
import type { Task } from '#contract/tasks.ts'
import { assetQuery, assetsKey } from '#queries/assets.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { showToast } from '#ui/feedback/toasts.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { Canvas } from './canvas/canvas.tsx'
import { CanvasViewContext, type CanvasView } from './picture/canvas-view.ts'
import { fetchSample } from './picture/fetch-sample.ts'
import { readMainPicture } from './picture/main-picture.ts'
import { sampleFileName, type Sample } from './queries.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { studioStore, useStudio } from './store.ts'
import { isLive } from './tasks/task-list.ts'
import { useSending } from './task-batch/use-outbox.ts'
import { WaitingLine } from './task-batch/waiting-line.tsx'
import { useTaskNews } from './task-news/use-task-news.ts'
import { TaskTray } from './tasks/task-tray.tsx'
import { tellEnded } from './task-news/tell-ended.ts'
import { useAnnouncement } from './task-news/use-announcement.ts'
import { useHiddenTitle } from './task-news/use-hidden-title.ts'
import { takePicture } from './picture/take-picture.ts'
import { usePictureDrop } from './picture/use-picture-drop.ts'
import { heldTasks, useTasks } from './tasks/use-tasks.ts'
import { usualTimesQuery, useUsual } from './tasks/use-usual.ts'
import { useUpload } from './picture/use-upload.ts'

const loadMany = async () => (await import('./picture/many/many-dialog.tsx')).ManyDialog

type WorkbenchProps = {
  active: boolean
  assetId: string | undefined
  list: ModelList
  models: readonly Model3d[]
  model: Model3d
}

/** The studio with a model to work with: settings at the left, the canvas, recent results at the right. */
export function Workbench({ active, assetId, list, models, model }: WorkbenchProps) {
  const [, navigate] = useLocation()
  const root = useRef<HTMLDivElement>(null)
  const client = useQueryClient()
  const shown = useStudio((state) => state.shown)
  const open = ({ id, asset: made }: Task) => {
    studioStore.getState().taskShown(id)
    navigate(made ? `/asset/${made.id}` : '/')
    // On a phone the canvas stands above the settings, which have just been used.
    root.current?.scrollTo({ top: 0, behavior: 'smooth' })
  }
  const onEnded = (task: Task) => {
    const { asset: made } = task
    if (made) {
      client.setQueryData(assetQuery(made.id).queryKey, made)
      void client.invalidateQueries({ queryKey: assetsKey, refetchType: 'active' })
      void client.invalidateQueries({ queryKey: usualTimesQuery().queryKey })
      const { warnings = [] } = made.recipe ?? {}
      if (warnings.length > 0) {
        showToast({ title: `${made.name} was made, with warnings`, detail: warnings.join(' ') })
      }
    }
    if (!active || document.hidden || shown?.id !== task.id) {
      tellEnded(task, {
        isOneOfMany: heldTasks(client).filter(isLive).length > 3,
        onOpen: () => open(task),
      })
    }
    // So that a reload comes back to it.
    else if (made) navigate(`/asset/${made.id}`, { replace: true })
  }
  const { tasks, lostIds, putTask } = useTasks(onEnded)
  useSending({
    started: putTask,
    refused: (_task, reason) =>
      showToast({ kind: 'error', title: 'Could not start a task', detail: reason }),
  })
  const unseen = useTaskNews(active)
  const onStarted = (task: Task) => {
    putTask(task)
    open(task)
  }

  useEffect(() => {
    if (assetId !== undefined && active) studioStore.getState().assetShown(assetId)
  }, [assetId, active])
  useReattach(tasks)

  const shownTask = shown?.kind === 'task' ? tasks.find(({ id }) => id === shown.id) : undefined
  const { data: opened, error: openError } = useQuery({
    ...assetQuery(shown?.id ?? ''),
    enabled: shown?.kind === 'asset',
  })
  useEffect(() => {
    if (openError)
      showToast({ kind: 'error', title: 'Could not open the model', detail: explain(openError) })
  }, [openError])
  const asset = useStanding(shown === undefined, shownTask?.asset ?? opened)
  const madeBy = asset && tasks.find((task) => task.asset?.id === asset.id)

  const viewer = useRef<ViewerHandle>(null)
  const title = asset?.name
  const view = useMemo(
    (): CanvasView | undefined =>
      title === undefined
        ? undefined
        : {
            title,
            take: () =>
              viewer.current?.screenshot() ?? Promise.reject(new Error('There is no canvas.')),
          },
    [title],
  )

  const main = readMainPicture(model.paramSchema)
  const rules = main?.rules
  const upload = useUpload(rules, (picture) => takePicture(model, picture))
  const isWellThere = main !== undefined && main.places === undefined
  useEffect(() => {
    if (isWellThere || upload.state.status !== 'failed') return
    // Models with views have no place of their own for what was dropped anywhere.
    showToast({ kind: 'error', title: 'The picture was not used', detail: upload.state.message })
    upload.reset()
  }, [isWellThere, upload])
  const takeSample = (sample: Sample) => upload.send(fetchSample(sample), sampleFileName(sample))
  const [many, setMany] = useState<readonly File[]>([])
  const takeFiles = (files: readonly File[]) => {
    const [file] = files
    if (files.length > 1) setMany(files)
    else if (file) upload.send(file, file.name === '' ? 'Pasted picture' : file.name)
  }
  const drop = usePictureDrop(active, {
    files: takeFiles,
    nothing: () => upload.refuse('That is not a file. Save the picture first, then drop it here.'),
  })

  const live = tasks.filter(isLive)
  const watched = shownTask && isLive(shownTask) ? shownTask : live[0]
  useHiddenTitle(sayTitle(watched, unseen))
  const said = useAnnouncement(shownTask)
  const usual = useUsual()
  const usualSeconds = (modelId: string) => {
    const ms = usual.totalMs(modelId)
    return ms === undefined ? undefined : ms / 1000
  }

  const recent = tasks.filter((task) => task.status !== 'cancelled')
  const shownId = shownTask?.id ?? madeBy?.id
  return (
    <div
      {...drop.handlers}
      ref={root}
      className="relative flex h-full flex-col overflow-y-auto md:flex-row md:overflow-hidden"
    >
      <aside className="order-3 bg-surface-raised md:order-none md:w-[21.5rem] md:shrink-0 md:border-r md:border-line">
        <CanvasViewContext value={view}>
          <SettingsPanel
            key={model.id}
            isActive={active}
            list={list}
            models={models}
            model={model}
            upload={upload}
            onFiles={takeFiles}
            expectedSeconds={usualSeconds(model.id)}
            isCanvasEmpty={asset === undefined && !shownTask}
            lastSeed={asset?.recipe?.modelId === model.id ? asset.recipe.seed : undefined}
            onSample={takeSample}
            onStarted={onStarted}
            line={<WaitingLine tasks={tasks} usual={usual} onChanged={putTask} />}
          />
        </CanvasViewContext>
      </aside>
      <div className="flex h-[58vh] min-h-80 shrink-0 md:h-auto md:min-h-0 md:min-w-0 md:flex-1">
        <Canvas
          isActive={active}
          models={models}
          takesPicture={rules !== undefined}
          task={shownTask}
          asset={asset}
          madeBy={madeBy}
          viewerRef={viewer}
          isLost={shownTask !== undefined && lostIds.has(shownTask.id)}
          onSample={takeSample}
          onTask={putTask}
          onStarted={onStarted}
        />
      </div>
      {recent.length > 0 && <TaskTray tasks={recent} shownId={shownId} onShown={open} />}
      {drop.isOver && <DropHint />}
      {many.length > 1 && (
        <Loaded
          load={loadMany}
          props={{
            model,
            files: many,
            onFirst: (file: File) => upload.send(file, file.name),
            onClose: () => setMany([]),
          }}
        />
      )}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  )
}

const DropHint = () => (
  <div className="pointer-events-none absolute inset-0 z-20 grid place-items-center bg-scrim p-4">
    <div className="grid animate-appear justify-items-center gap-2 rounded-xl border-2 border-dashed border-accent bg-surface-overlay px-10 py-8 text-lg font-medium shadow-overlay">
      <ImageUp aria-hidden className="size-6 text-accent" />
      Drop to use this picture
    </div>
  </div>
)

/** After a reload: the newest task that is still running comes back into view, once. */
function useReattach(tasks: readonly Task[]): void {
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current || tasks.length === 0) return
    isDone.current = true
    const running = tasks.find(isLive)
    const { shown, taskShown } = studioStore.getState()
    if (running && shown === undefined) taskShown(running.id)
  }, [tasks])
}

/** The model that stands in the canvas: the newest one to show, until the canvas is cleared. */
function useStanding(isCleared: boolean, asset: Asset | undefined): Asset | undefined {
  const [held, setHeld] = useState<Asset>()
  if (asset && asset !== held) setHeld(asset)
  if (isCleared && held && !asset) setHeld(undefined)
  return asset ?? (isCleared ? undefined : held)
}

/** For the title of a page that nobody looks at: what has ended, and how far the next one is. */
function sayTitle(task: Task | undefined, unseen: number): string | undefined {
  if (!task) return unseen > 0 ? `(${unseen}) Done · Bozzetto` : undefined
  return `${unseen > 0 ? `(${unseen}) ` : ''}${sayProgress(task)}`
}

function sayProgress(task: Task): string {
  if (task.status === 'queued') return 'Waiting · Bozzetto'
  const percent = task.progress === undefined ? 'Working' : `${Math.round(task.progress * 100)} %`
  return `${percent} · Bozzetto`
}
