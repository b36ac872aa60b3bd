import { lazy, Suspense, useEffect, useState, type RefObject, type ReactNode, useRef } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import type { Model3d } from '#contract/models.ts'
import type { CreateTask, Task } from '#contract/tasks.ts'
import type { PictureRules } from '#lib/params/read-fields.ts'
import { provideSlicerFile } from '#queries/provide-slicer-file.ts'
import { cn } from '#ui/cn.ts'
import { findToastRegion } from '#ui/feedback/use-below-toasts.ts'
import { fileName } from '#lib/format.ts'
import { endingOfModel } from '#lib/model-kinds.ts'
import { Loaded } from '#ui/layout/loaded.tsx'
import { prefetch } from '#ui/layout/prefetch.ts'
import { Spinner } from '#ui/progress/spinner.tsx'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import { t } from '#languages/studio.ts'
import { loadEmptyCanvas } from './load-empty-canvas.ts'
import type { LoadedFacts } from './model-facts.tsx'
import type { Sample } from '../state/queries.ts'
import { useSaveVersion } from './use-save-version.ts'
import type { UnsavedGuard } from './use-unsaved-guard.ts'
import { useKeptNotes } from './use-kept-notes.ts'
import { useSpotQuestion } from './use-spot-question.tsx'
import { otherSeed } from '../state/recipe.ts'
import { outbox } from '../task-batch/outbox.ts'
import { studioStore, useStudio } from '../state/store.ts'
import { takeRecipe } from '../state/take-recipe.ts'
import { isLive, workedMs } from '../tasks/task-list.ts'
import { useGenerate } from '../tasks/use-generate.ts'
import { useScan } from './use-scan.tsx'
import { useCoveredBelow } from '#workshop/editor/use-covered-below.ts'
import { useHeightProperty } from '#ui/layout/use-height-property.ts'
import { useLoadedCode } from '#ui/layout/use-loaded-code.ts'
import type { Depth, DepthChoice, DepthSubject } from './depth.tsx'

const loadSpotHint = async () => (await import('#workshop/pointing/spot-hint.tsx')).SpotHint
const loadFacts = async () => (await import('./model-facts.tsx')).ModelFactsBar
const loadRunning = async () => (await import('../tasks/task-card.tsx')).RunningCard
const loadFailed = async () => (await import('../tasks/task-card.tsx')).FailedCard
const loadEditor = () => import('#workshop/editor/any-editor.tsx')
const ModelEditor = lazy(async () => ({ default: (await loadEditor()).AnyModelEditor }))

type CanvasProps = {
  isActive: boolean
  models: readonly Model3d[]
  /** Undefined if the generator takes no picture. */
  rules: PictureRules | undefined
  hasSides: boolean
  onWords: (() => void) | undefined
  onScan: (() => void) | undefined
  onFiles: (files: readonly File[]) => void
  task: Task | undefined
  asset: Asset | undefined
  madeBy: Task | undefined
  /** True if downloading the shown model is the next step, and not making another one. */
  isDownloadMain: boolean
  guard: UnsavedGuard
  liveCount: number
  isLost: boolean
  viewerRef: RefObject<ViewerHandle | null>
  onSample: (sample: Sample) => void
  onTask: (task: Task) => void
  onStarted: (task: Task) => void
  onToolToggled: (isOpen: boolean) => void
}

function useCodeAtHand(isNear: boolean): void {
  useEffect(() => {
    prefetch(loadRunning)
    prefetch(loadFailed)
  }, [])
  useEffect(() => {
    if (!isNear || typeof requestIdleCallback !== 'function') return undefined
    // A failure here is ignored, because showing a model loads the code again and reports the
    // error.
    const idle = requestIdleCallback(() => {
      loadEditor().catch(() => {})
      prefetch(loadFacts)
      import('#viewer/warm-up.ts').then(
        ({ warmUp }) => warmUp(),
        () => {},
      )
    })
    return () => cancelIdleCallback(idle)
  }, [isNear])
}

const queueTask = (task: CreateTask): boolean => outbox.getState().tasksWanted([task])

export function Canvas(props: CanvasProps) {
  const { isActive, models, task, asset, madeBy, guard, isLost, viewerRef } = props
  const [loaded, setLoaded] = useState<{ url: string; facts: LoadedFacts }>()
  const picture = useStudio((state) => state.picture)
  const again = useGenerate({ started: props.onStarted, refused: () => {}, delayed: queueTask })

  useCodeAtHand(picture !== undefined)

  const notes = useKeptNotes(asset)
  const usesPrint = usePrintRequest(asset)
  const saveVersion = useSaveVersion(asset, ({ id }) => {
    guard.release(id)
    studioStore.getState().assetShown(id)
  })
  const spot = useSpotQuestion(props.viewerRef, asset)

  const isWorking = task !== undefined && isLive(task)
  const failed = task?.status === 'failed' ? task : undefined
  const isBehind = asset !== undefined && (isWorking || failed !== undefined)
  const previewUrl = isWorking ? task.previewUrl : undefined
  const shown =
    previewUrl === undefined ? asset && toViewerModel(asset) : toPreviewModel(previewUrl)
  const model = models.find(({ id }) => id === asset?.recipe?.modelId)
  const recipe = asset?.recipe
  const reseeded = recipe && model && otherSeed(model, recipe.params)
  const facts = shown && loaded?.url === shown.url ? loaded.facts : undefined
  const scan = useScan(isBehind ? undefined : asset, { viewerRef, again, canMake: !!model })
  const depth = useDepth({
    models,
    made: isWorking ? task : recipe && { ...recipe, id: madeBy?.id ?? asset.id },
    running: isWorking ? task : undefined,
    sizeMetres: facts?.sizeMetres,
    again,
    onTask: props.onTask,
  })

  return (
    <section aria-label={t('Model')} className="relative min-h-0 min-w-0 flex-1 backdrop-stage">
      {shown && (
        <Suspense
          fallback={
            <div className="absolute inset-0 grid place-items-center text-ink-faint">
              <Spinner label={t('Opening the 3D view')} className="size-5" />
            </div>
          }
        >
          <ModelEditor
            model={shown}
            viewerRef={props.viewerRef}
            active={isActive}
            notes={previewUrl === undefined ? notes : undefined}
            onSaveVersion={previewUrl === undefined ? saveVersion : undefined}
            onSlicerFile={provideSlicerFile}
            onUnsaved={guard.onUnsaved}
            isDownloadMain={props.isDownloadMain}
            hasTools={!isBehind && previewUrl === undefined}
            onPanelToggled={props.onToolToggled}
            askedPanel={usesPrint ? 'print' : undefined}
            onLoaded={(counted) => setLoaded({ url: shown.url, facts: counted })}
            onStage={
              <>
                {spot.onStage}
                {depth?.onStage}
              </>
            }
            viewerClassName={cn(
              'transition-[opacity,filter] duration-(--motion-sheet)',
              previewUrl === undefined ? isBehind && 'opacity-30 saturate-50' : 'brightness-[.82]',
            )}
          />
        </Suspense>
      )}
      {scan?.onStage}
      {asset && !isBehind && !scan?.isComparing && (
        <Loaded
          load={loadFacts}
          props={{
            scan,
            asset,
            facts,
            sizeBytes: guard.unsaved?.sizeBytes ?? asset.sizeBytes,
            depth,
            tookMs: madeBy?.finishedAt === undefined ? undefined : workedMs(madeBy, 0),
            isStarting: again.isStarting,
            viewerRef: props.viewerRef,
            spot,
            onSameSettings: model && recipe && (() => takeRecipe(model, recipe, asset.pictureUrl)),
            onOtherSeed: reseeded && model && (() => again.start(model.id, reseeded)),
          }}
        />
      )}
      {spot.isPicking && (
        <Loaded load={loadSpotHint} props={{ onCancel: () => spot.setIsPicking(false) }} />
      )}
      {!asset && !isWorking && !failed && (
        <Loaded
          load={loadEmptyCanvas}
          props={{
            picture,
            rules: props.rules,
            liveCount: props.liveCount,
            hasSides: props.hasSides,
            onWords: props.onWords,
            onScan: props.onScan,
            onFiles: props.onFiles,
            onSample: props.onSample,
          }}
        />
      )}
      {!shown && (isWorking || failed) && task?.pictureUrl !== undefined && (
        <img
          src={task.pictureUrl}
          alt=""
          className="absolute inset-0 size-full object-contain p-[12%] opacity-25 blur-sm"
        />
      )}
      {(isWorking || failed) && (
        <OnStage isActive={isActive} isBelow={previewUrl !== undefined}>
          {isWorking && (
            <Loaded
              key={task.id}
              load={loadRunning}
              props={{
                task,
                isLost,
                onChanged: props.onTask,
                children: previewUrl !== undefined && depth?.control,
              }}
            />
          )}
          {failed && (
            <Loaded
              load={loadFailed}
              props={{
                task: failed,
                isFree: models.find(({ id }) => id === failed.modelId)?.isFree ?? false,
                onRetry: () => again.start(failed.modelId, failed.params),
                onDismiss: () => {
                  const { assetShown, canvasCleared } = studioStore.getState()
                  if (asset) assetShown(asset.id)
                  else canvasCleared()
                },
              }}
            />
          )}
        </OnStage>
      )}
    </section>
  )
}

/** Returns whether the page's address asks to prepare this model for printing. */
function usePrintRequest(asset: Asset | undefined): boolean {
  const [path] = useLocation()
  const panel = new URLSearchParams(useSearch()).get('panel')
  return panel === 'print' && asset !== undefined && path === `/asset/${asset.id}`
}

const toViewerModel = (asset: Asset) => ({
  url: asset.url,
  title: asset.name,
  fileName: fileName(asset.name, endingOfModel(asset.mimeType)),
  sizeBytes: asset.sizeBytes,
  triangles: asset.stats?.triangles,
})

const toPreviewModel = (url: string) => ({
  url,
  title: t('Rough shape'),
  fileName: 'rough-shape.glb',
  sizeBytes: 0,
  triangles: undefined,
})

const nothing: RefObject<HTMLElement | null> = { current: null }

const progress = { name: '--progress-above', on: findToastRegion }

type OnStageProps = { isActive: boolean; isBelow: boolean; children: ReactNode }

function OnStage({ isActive, isBelow, children }: OnStageProps) {
  const place = useRef<HTMLDivElement>(null)
  useCoveredBelow(isBelow ? place : nothing)
  // Keeps toasts above the progress, which has a button.
  useHeightProperty(isBelow && isActive ? place : nothing, progress)
  return (
    <div
      ref={place}
      className={cn(
        'pointer-events-none absolute inset-x-0 bottom-0 grid place-items-center p-4',
        !isBelow && 'top-0',
      )}
    >
      {children}
    </div>
  )
}

const loadDepth = async () => (await import('./depth.tsx')).getDepth

/** @returns `undefined` if the model's generator has no depth param, or while the code loads. */
function useDepth(subject: DepthSubject): Depth | undefined {
  const [chosen, setChosen] = useState<DepthChoice>()
  const createDepth = useLoadedCode(loadDepth, subject.made !== undefined)
  return createDepth?.(subject, chosen, setChosen)
}
