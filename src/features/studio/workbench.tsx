import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import type { Model3d, ModelList } from '#contract/models.ts'
import type { ParamSchema } from '#lib/params/param-schema.ts'
import { cn } from '#ui/cn.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { t } from '#languages/studio.ts'
import { Canvas } from './canvas/canvas.tsx'
import { CanvasViewContext, type CanvasView } from './picture/canvas-view.ts'
import { SettingsPanel } from './settings-panel.tsx'
import { findEmptyPictures } from './state/find-empty-pictures.ts'
import { isFromWords, isScan } from './state/main-picture.ts'
import { getPictureSlots } from './state/picture-slots.ts'
import { studioStore, useStudio } from './state/store.ts'
import { useIsMade } from './state/use-is-made.ts'
import { pageTitle } from './task-news/page-title.ts'
import { useAnnouncement } from './task-news/use-announcement.ts'
import { useUnsavedGuard } from './canvas/use-unsaved-guard.ts'
import { useHiddenTitle } from './task-news/use-hidden-title.ts'
import { useOutbox } from './task-batch/use-outbox.ts'
import { useTaskNews } from './task-news/use-task-news.ts'
import { isLive } from './tasks/task-list.ts'
import { useDurationEstimates } from './tasks/use-duration-estimates.ts'
import { usePictureInput } from './use-picture-input.ts'
import { useShown } from './use-shown.ts'
import { useWorkbenchTasks } from './use-workbench-tasks.ts'

const loadTray = async () => (await import('./tasks/task-tray.tsx')).TaskTray
const loadRecentMenu = async () => (await import('./tasks/recent-menu.tsx')).RecentMenu
const loadLine = async () => (await import('./task-batch/waiting-line.tsx')).WaitingLine
const loadUnsaved = async () => (await import('./canvas/unsaved-dialog.tsx')).UnsavedDialog
const loadDropHint = async () => (await import('./drop-hint.tsx')).DropHint
const loadMany = async () => (await import('./picture-batch/many-dialog.tsx')).ManyDialog

prefetch(loadDropHint)

type WorkbenchProps = {
  active: boolean
  assetId: string | undefined
  list: ModelList
  models: readonly Model3d[]
  model: Model3d
}

export function Workbench({ active, assetId, list, models, model }: WorkbenchProps) {
  const root = useRef<HTMLDivElement>(null)
  const viewer = useRef<ViewerHandle>(null)
  const { tasks, isLoading, lostIds, putTask, open, onStarted } = useWorkbenchTasks({
    isActive: active,
    // On phones, the canvas is above the settings.
    opened: () => root.current?.scrollTo({ top: 0, behavior: 'smooth' }),
  })
  useEffect(() => {
    if (assetId !== undefined && active) studioStore.getState().assetShown(assetId)
  }, [assetId, active])
  const { onCanvas, ...guard } = useUnsavedGuard(useShown(tasks))
  const { task: shownTask, asset, madeBy } = onCanvas
  const view = useCanvasView(viewer, asset?.name)
  const picture = usePictureInput(model, active)
  const onModel = (suits: (schema: ParamSchema) => boolean) => {
    const found = models.find(({ paramSchema }) => suits(paramSchema))
    return found && (() => studioStore.getState().modelPicked(found.id))
  }
  const [isToolOpen, setIsToolOpen] = useState(false)
  const isAnyQueued = useOutbox(({ items }) => items.length > 0)
  const hasPicture = useStudio((state) => state.picture !== undefined)
  // The model in the address may still be loading, but the canvas will show it.
  const isCanvasEmpty = assetId === undefined && asset === undefined && !shownTask
  const running = shownTask && isLive(shownTask) ? shownTask : undefined
  const isMade = useIsMade(model, running ?? asset?.recipe)
  const needsPicture = picture.rules !== undefined && !hasPicture
  const needsPhotos = useStudio(
    ({ drafts }) => findEmptyPictures(model.paramSchema, drafts[model.id] ?? {}) === 'pictures',
  )
  const isStart = isCanvasEmpty && needsPicture

  const live = tasks.filter(isLive)
  const watched = running ?? live[0]
  useHiddenTitle(pageTitle(watched, useTaskNews(active)))
  const said = useAnnouncement(shownTask)
  const usual = useDurationEstimates()
  const recent = tasks.filter((task) => task.status !== 'cancelled')
  const hasRecent = recent.length > 0 && !isToolOpen
  const recentProps = { tasks: recent, shownId: shownTask?.id ?? madeBy?.id, onShown: open }

  return (
    <div
      {...picture.drop.handlers}
      ref={root}
      className="relative flex h-full flex-col overflow-y-auto md:flex-row md:overflow-hidden"
    >
      <aside
        className={cn(
          'order-2 bg-surface md:order-none md:w-78 md:shrink-0 md:border-e md:border-line',
          // An open tool needs the space, and contains the main button.
          isToolOpen && 'md:hidden',
          // On phones, the strip of recent models moves the settings when it loads, so hide the
          // settings until then.
          isLoading && 'max-md:invisible',
        )}
      >
        <CanvasViewContext value={view}>
          <SettingsPanel
            key={model.id}
            isActive={active}
            list={list}
            models={models}
            model={model}
            upload={picture.upload}
            onFiles={picture.takeFiles}
            isCanvasEmpty={isCanvasEmpty}
            asset={asset}
            isMade={isMade}
            tasks={tasks}
            lastSeed={asset?.recipe?.modelId === model.id ? asset.recipe.seed : undefined}
            onPicture={(next) => void picture.replacePicture(next)}
            onSample={picture.takeSample}
            onStarted={onStarted}
            line={
              <Loaded
                load={loadLine}
                isWanted={live.length > 0 || isAnyQueued}
                props={{ tasks, usual, onChanged: putTask }}
              />
            }
          />
        </CanvasViewContext>
      </aside>
      <div className="flex shrink-0 flex-col md:min-h-0 md:min-w-0 md:flex-1 md:shrink min-[90rem]:flex-row">
        <div
          className={cn(
            'relative flex min-h-80 shrink-0 md:h-auto md:min-h-0 md:min-w-0 md:flex-1',
            // On phones, the first steps need more room than a model, and scroll with the page.
            isStart ? 'max-md:min-h-158' : 'h-[58vh]',
          )}
        >
          <Canvas
            isActive={active}
            models={models}
            rules={picture.rules}
            hasSides={getPictureSlots(model.paramSchema).length > 1}
            onWords={onModel(isFromWords)}
            onScan={onModel(isScan)}
            onFiles={picture.takeFiles}
            task={shownTask}
            asset={asset}
            madeBy={madeBy}
            isDownloadMain={isMade || needsPicture || needsPhotos}
            guard={guard}
            liveCount={live.length}
            viewerRef={viewer}
            isLost={shownTask !== undefined && lostIds.has(shownTask.id)}
            onSample={picture.takeSample}
            onTask={putTask}
            onStarted={onStarted}
            onToolToggled={setIsToolOpen}
          />
          {hasRecent && (
            <div
              className={cn(
                'absolute end-3 z-10 hidden md:block min-[90rem]:hidden',
                // A model's toolbar is above the button, in two rows if the canvas is narrow.
                isCanvasEmpty ? 'top-3' : 'top-22 max-xl:top-36',
              )}
            >
              <Loaded load={loadRecentMenu} props={recentProps} />
            </div>
          )}
        </div>
        {hasRecent && (
          <Loaded
            load={loadTray}
            props={recentProps}
            fallback={<div className="h-19.25 w-20 shrink-0 bg-surface md:hidden" />}
          />
        )}
      </div>
      {picture.drop.isOver && <Loaded load={loadDropHint} props={{}} />}
      {picture.many.length > 1 && (
        <Loaded
          load={loadMany}
          props={{
            model,
            files: picture.many,
            onFirst: (file: File) => picture.upload.send(file, file.name),
            onClose: picture.manyClosed,
          }}
        />
      )}
      {asset && guard.isAsking && active && <Loaded load={loadUnsaved} props={{ asset, guard }} />}
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
    </div>
  )
}

const useCanvasView = (viewer: RefObject<ViewerHandle | null>, title: string | undefined) =>
  useMemo(
    (): CanvasView | undefined =>
      title === undefined
        ? undefined
        : {
            title,
            take: () =>
              viewer.current?.screenshot() ?? Promise.reject(new Error(t('There is no canvas.'))),
          },
    [viewer, title],
  )
