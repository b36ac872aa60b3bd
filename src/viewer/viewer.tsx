import { language } from '#lib/language/translate.ts'
import { type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react'
import { t } from '#languages/viewer.ts'
import { backgroundClass } from './look/backgrounds.ts'
import { describeFailure } from '#model-files/errors.ts'
import type { ParsedModel } from './loading/parse-glb.ts'
import type { FileCamera, LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { defaultLook, type Look, needsLookEffects } from './look/look.ts'
import type { TurntableOptions } from './capture/record-turntable.ts'
import type { ImageOptions } from './capture/render-image.ts'
import { describeDirection, type Direction, type Side } from './camera/sides.ts'
import type { StageControls } from './stage/use-stage-camera.ts'
import { StageCanvas } from './stage/stage-canvas.tsx'
import { type GpuState, useGpu } from './gpu/use-gpu.ts'
import { usePreview } from './use-preview.ts'
import { useStageInput } from './use-stage-input.ts'
import { useReducedMotion } from './camera/use-reduced-motion.ts'
import { LoadingBar, Notice } from './viewer-overlays.tsx'

/** Functions for a toolbar outside the viewer, which do nothing before the scene is ready. */
export type ViewerHandle = {
  frame: () => void
  view: (side: Side) => void
  lookFrom: (camera: FileCamera) => void
  /** The camera's position around the model, `undefined` before the scene is ready. */
  direction: () => Direction | undefined
  zoom: (factor: number) => void
  /**
   * Draws the scene and returns a PNG with a transparent background.
   * @throws {Error} if the scene cannot be drawn now.
   */
  screenshot: () => Promise<Blob>
  /**
   * Draws the scene in the requested size and returns a PNG, which is transparent by default.
   * @throws {RangeError} if the size is too large.
   */
  picture: (wish: Partial<ImageOptions>) => Promise<Blob>
  /**
   * Records one turn around the model as a video or an animated WebP.
   * @throws {Error} if this browser cannot encode the format.
   */
  film: (wish: TurntableOptions) => Promise<Blob>
}

export type ViewerProps = {
  model?: { url: string; title: string } | undefined
  onLoaded?: ((loaded: LoadedModel) => void) | undefined
  onFailed?: ((error: unknown) => void) | undefined
  active?: boolean | undefined
  /** Identifies the model across edits. A new `url` with the same subject keeps the camera. */
  subject?: string | undefined
  /** Height of the overlays at the top and bottom, between which the camera shows the model. */
  insetPx?: number | undefined
  look?: Look | undefined
  reducedMotion?: boolean | undefined
  onTurningEnded?: (() => void) | undefined
  onStage?: ReactNode
  /** Elements of the scene below the model, which stay while its next version is prepared. */
  onGround?: ReactNode
  className?: string | undefined
  children?: ReactNode
  ref?: Ref<ViewerHandle>
}

/**
 * Renders one GLB model. Keep it mounted, because browsers limit the number of WebGL canvases.
 * `data-state` on the outermost element is `empty`, `loading`, `ready` (drawn), `failed` or `lost`.
 */
export function Viewer({
  model: asked,
  onLoaded,
  onFailed,
  active = true,
  subject,
  insetPx = 0,
  look = defaultLook,
  reducedMotion = false,
  onTurningEnded,
  onStage,
  onGround,
  className = '',
  children,
  ref,
}: ViewerProps) {
  const isCalm = useReducedMotion() || reducedMotion
  const controls = useRef<StageControls>(undefined)
  const gpu = useGpu()
  const area = useRef<HTMLDivElement>(null)
  const outermost = useRef<HTMLDivElement>(null)
  const [shown, setShown] = useState<{ id: string; epoch: number }>()
  const [side, setSide] = useState('')
  const canOpen = !needsLookEffects(look) && !look.isOrthographic
  const { model, plain, scene, isCurrent, fraction, failure, ...loading } = usePreview(asked?.url, {
    canOpen: active && canOpen,
    prepare: async (next) => controls.current?.prepare(next),
    onLoaded: ({ facts }) => onLoaded?.(facts),
    onFailed: (error) => onFailed?.(error),
  })
  const { exposureEv } = look
  const helpId = useId()
  useStageInput(area, controls)

  useImperativeHandle(ref, () => ({
    frame: () => controls.current?.rig.frame(),
    view: (to) => controls.current?.rig.view(to),
    lookFrom: (camera) => controls.current?.rig.lookFrom(camera),
    direction: () => controls.current?.rig.direction,
    zoom: (factor) => controls.current?.rig.zoom(factor),
    screenshot: async () => {
      if (!controls.current) throw new Error(t('The 3D view is not ready.'))
      return controls.current.snapshot()
    },
    picture: async (wish) => {
      if (!controls.current) throw new Error(t('The 3D view is not ready.'))
      return controls.current.picture(wish)
    },
    film: async (wish) => {
      if (!controls.current) throw new Error(t('The 3D view is not ready.'))
      return controls.current.film(wish)
    },
  }))

  const isShown = isCurrent && model?.scene.uuid === shown?.id && gpu.epoch === shown?.epoch
  const backdrop = backgroundClass[look.background]
  const isLoading = asked !== undefined && !isCurrent && failure === undefined
  const state = describeState({
    gpu: gpu.state,
    isAsked: asked !== undefined,
    isFailed: failure !== undefined,
    isShown,
  })

  const handleRest = (frames: number) => {
    // Sets the attribute without React, because counting frames must not render.
    if (outermost.current) outermost.current.dataset['frames'] = String(frames)
    if (model && controls.current) setSide(describeDirection(controls.current.rig.direction))
  }

  return (
    <div
      ref={outermost}
      className={`relative isolate overflow-hidden ${className}`}
      data-state={state}
      data-triangles={isShown ? model?.facts.triangles : undefined}
    >
      {backdrop !== undefined && <div aria-hidden className={`absolute inset-0 ${backdrop}`} />}
      <div
        ref={area}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys turn the model
        tabIndex={0}
        role="application"
        aria-roledescription={t('3D view')}
        aria-label={asked?.title ?? t('Empty 3D view')}
        aria-describedby={helpId}
        className="absolute inset-0 cursor-grab rounded-[inherit] outline-accent -outline-offset-2 focus-visible:outline-2 active:cursor-grabbing"
      >
        {gpu.state !== 'restarting' && (
          <StageCanvas
            label={isShown && asked ? describeModel(asked.title, model) : t('No model yet')}
            // An empty scene needs no frames, which are expensive without a GPU.
            isActive={active && (model ?? plain ?? shown) !== undefined}
            opening={
              canOpen && asked !== undefined
                ? { plain, insetPx, exposureEv, epoch: gpu.epoch }
                : undefined
            }
            onOpened={loading.onOpened}
            onLost={gpu.onLost}
            onRestored={gpu.onRestored}
            onUnavailable={gpu.onUnavailable}
            // The picture of a reduced model (`plain`) stays until the whole model is loaded.
            createRoot={model || !plain ? scene?.createSceneRoot : undefined}
          >
            {(isSeen) =>
              scene && (
                <scene.Stage
                  model={model}
                  subject={subject}
                  insetPx={insetPx}
                  look={look}
                  isCalm={isCalm}
                  epoch={gpu.epoch}
                  isSeen={isSeen}
                  onControls={(now) => {
                    controls.current = now
                  }}
                  onShown={(now, epoch) => {
                    setShown({ id: now.scene.uuid, epoch })
                    loading.onEarlyOver()
                  }}
                  onRest={handleRest}
                  onTurningEnded={() => onTurningEnded?.()}
                  ground={onGround}
                >
                  {onStage}
                </scene.Stage>
              )
            }
          </StageCanvas>
        )}
      </div>
      <p id={helpId} className="sr-only">
        {t(
          'Arrow keys turn the model, plus and minus zoom, W, A, S and D fly, E and Q go up and down, F frames it, 1, 3 and 7 show the front, the right and the top, 9 the other side.',
        )}
      </p>
      <p aria-live="polite" className="sr-only">
        {isShown ? side : ''}
      </p>
      {children}
      {asked && isLoading && gpu.state === 'working' && (
        <LoadingBar key={plain ? 'rest' : 'file'} title={asked.title} fraction={fraction} />
      )}
      <ViewerNotice
        gpu={gpu.state}
        failure={failure}
        onRestart={gpu.restart}
        onRetry={loading.retry}
      />
    </div>
  )
}

function ViewerNotice({
  gpu,
  failure,
  onRestart,
  onRetry,
}: {
  gpu: GpuState
  failure: unknown
  onRestart: () => void
  onRetry: () => void
}) {
  switch (gpu) {
    case 'unavailable':
      return (
        <Notice tone="failure">
          {t(
            'The 3D view needs WebGL 2, which this browser does not offer. Turning on hardware acceleration in its settings, or another browser, should help.',
          )}
        </Notice>
      )
    case 'lost':
    case 'restarting':
      return (
        <Notice tone="news">{t('The graphics driver was reset. Bringing the model back…')}</Notice>
      )
    case 'stuck':
      return (
        <Notice tone="failure" action={{ label: t('Restart the view'), onClick: onRestart }}>
          {t('The graphics driver was reset, and the view did not come back by itself.')}
        </Notice>
      )
    case 'working':
      return failure === undefined ? null : (
        <Notice tone="failure" action={{ label: t('Try again'), onClick: onRetry }}>
          {describeFailure(failure)}
        </Notice>
      )
  }
}

function describeState({
  gpu,
  isAsked,
  isFailed,
  isShown,
}: {
  gpu: GpuState
  isAsked: boolean
  isFailed: boolean
  isShown: boolean
}) {
  if (gpu === 'unavailable') return 'failed'
  if (gpu !== 'working') return 'lost'
  if (!isAsked) return 'empty'
  if (isFailed) return 'failed'
  return isShown ? 'ready' : 'loading'
}

function describeModel(title: string, model: ParsedModel | undefined): string {
  if (!model) return title
  const { triangles, splats, sizeMetres } = model.facts
  const size = sizeMetres
    .map((metres) => metres.toLocaleString(language, { maximumSignificantDigits: 3 }))
    .join(' × ')
  const drawn =
    splats > 0
      ? t('{splats, plural, one {# gaussian splat} other {# gaussian splats}}', { splats })
      : t('{triangles, plural, one {# triangle} other {# triangles}}', { triangles })
  return t('3D model: {title}. {drawn}, {size} metres.', { title, drawn, size })
}
