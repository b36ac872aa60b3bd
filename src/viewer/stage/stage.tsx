import { useFrame, useThree } from '@react-three/fiber'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import type { WebGLRenderer } from 'three'
import { Loaded } from '#ui/layout/loaded.tsx'
import { DrawnFrames } from '../rendering/drawn-frames.tsx'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { type Look, needsLookEffects } from '../look/look.ts'
import type { Model } from '../loading/parse-glb.ts'
import { onFrameRequested } from '../rendering/redraws.ts'
import { PreviewShading } from './preview-shading.tsx'
import { StageContext } from './stage-context.ts'
import { StagePasses } from '../rendering/stage-passes.ts'
import { type StageControls, useStageCamera } from './use-stage-camera.ts'
import { StandingShadow } from './standing-shadow.tsx'
import { type DeferredLight, createDeferredLight } from '../light/studio-light.ts'

const shadowFadeMs = 300
/** Where no model comes for so long, the light for it is drawn meanwhile. */
const waitedMs = 500

const loadGrid = async () => (await import('../look/stage-grid.tsx')).StageGrid
const loadSky = async () => (await import('../look/sky.tsx')).Sky
const loadGizmo = async () => (await import('../look/orientation-gizmo.tsx')).OrientationGizmo
const loadLookEffects = async () => (await import('../look/look-effects.tsx')).LookEffects

type StageProps = {
  model: Model | undefined
  /** See `ViewerProps`. */
  subject: string | undefined
  /** See `ViewerProps`. */
  insetPx: number
  look: Look
  /** No motion but what a person makes. */
  isCalm: boolean
  /** Another number after everything that was drawn into textures is lost. */
  epoch: number
  /** The model that stands there at first is seen already, with all pixels; counts only then. */
  isSeen: boolean
  /** `undefined` when the stage goes away. */
  onControls: (controls: StageControls | undefined) => void
  /** A frame with this model in it was drawn, for the first time in this epoch. */
  onShown: (model: Model, epoch: number) => void
  onRest: (frames: number) => void
  /** A person took over while it turned by itself. */
  onTurningEnded: () => void
  /** More of the scene, which finds the model by `useStage`. There only while a model is. */
  children: ReactNode
}

/** The scene: one model standing on the ground, its light, its shadow and the camera. */
export function Stage({
  model,
  subject,
  insetPx,
  look,
  isCalm,
  epoch,
  isSeen,
  onControls,
  onShown,
  onRest,
  onTurningEnded,
  children,
}: StageProps) {
  // By its id: what is kept here would keep the model's memory after it has gone.
  const [shown, setShown] = useState<{ id: string; epoch: number }>()
  const [light] = useState(createDeferredLight)
  const [passes] = useState(() => new StagePasses())
  const fadeMs = isCalm ? 0 : shadowFadeMs
  const isShown = model !== undefined && model.scene.uuid === shown?.id && epoch === shown.epoch
  const [hadLookEffects, setHadLookEffects] = useState(false)
  const hasLookEffects = needsLookEffects(look)
  // Models whose own materials are ready to be drawn with. Weak, or it would keep them all.
  const [ready] = useState(() => new WeakSet<Model>())
  const [, noteReady] = useReducer((count: number) => count + 1, 0)
  const isPreviewShading = model !== undefined && !isShown && !hasLookEffects && !ready.has(model)
  // By its id, as above.
  const [sketched, setSketched] = useState(isSeen ? model?.scene.uuid : undefined)
  const isSketch = isPreviewShading && isDrawnInSoftware() && model.scene.uuid !== sketched
  const handleReady = useCallback(
    (now: Model) => {
      ready.add(now)
      noteReady()
    },
    [ready],
  )
  if (hasLookEffects && !hadLookEffects) setHadLookEffects(true)
  const rig = useStageCamera({
    model,
    subject,
    insetPx,
    look,
    isCalm,
    passes,
    ready,
    light,
    onControls,
    onTurningEnded,
  })
  const stage = useMemo(() => model && { model, passes, rig }, [model, passes, rig])
  useExposure(look.exposureEv)
  useRequestedFrames()

  useLight(light, model !== undefined && !isPreviewShading)

  const invalidate = useThree((state) => state.invalidate)
  const handleDrawn = () => {
    if (isSketch) {
      // The next frame has all pixels: to make its own materials takes longer.
      setSketched(model.scene.uuid)
      return invalidate()
    }
    if (!model || isShown || isPreviewShading) return
    setShown({ id: model.scene.uuid, epoch })
    onShown(model, epoch)
  }

  return (
    <>
      {/* Put up again in each epoch, which also asks for the frame that shows it. */}
      {model && <StandingModel key={`${model.scene.uuid} ${epoch}`} model={model} />}
      {isPreviewShading && (
        <PreviewShading
          key={`preview ${model.scene.uuid} ${epoch}`}
          model={model}
          light={light}
          isSketch={isSketch}
          onReady={handleReady}
        />
      )}
      {isShown && look.hasShadow && (
        <StandingShadow key={model.scene.uuid} bounds={model.bounds} fadeMs={fadeMs} />
      )}
      {isShown && look.background === 'environment' && (
        <Loaded load={loadSky} props={{ blur: look.backgroundBlur }} />
      )}
      {isShown && look.hasGrid && <Loaded load={loadGrid} props={{ model }} />}
      {isShown && look.hasGizmo && <Loaded load={loadGizmo} props={{ rig }} />}
      {model && (
        <Loaded
          load={loadLookEffects}
          props={{ model, look, passes, studioLight: light.texture }}
          isWanted={hadLookEffects}
        />
      )}
      {stage && isShown && <StageContext value={stage}>{children}</StageContext>}
      <primitive object={light.texture} attach="environment" dispose={null} />
      <DrawnFrames passes={passes} isFirstLook={isSketch} onDrawn={handleDrawn} onRest={onRest} />
    </>
  )
}

/** Puts a model on the ground, around the vertical axis, without touching the model itself. */
function StandingModel({ model }: { model: Model }) {
  const { box, centre } = model.bounds
  return (
    <group position={[-centre.x, -box.min.y, -centre.z]}>
      {/* Its memory belongs to the cache, not to the scene. */}
      <primitive object={model.scene} dispose={null} />
    </group>
  )
}

/** Draws the light at the latest before a frame that is lit by it. On its own, as `useRequestedFrames` is. */
function useLight(light: DeferredLight, isLit: boolean): void {
  useEffect(() => {
    const timer = setTimeout(light.draw, waitedMs)
    return () => {
      clearTimeout(timer)
      light.texture.dispose()
    }
  }, [light])
  useFrame(() => {
    if (isLit) light.draw()
  }, 0.5)
}

/** On its own, because what is heard for long would keep all that stands around it, as the model. */
function useRequestedFrames(): void {
  const invalidate = useThree((state) => state.invalidate)
  useEffect(() => onFrameRequested(() => invalidate()), [invalidate])
}

function useExposure(exposureEv: number): void {
  const gl = useThree((state) => state.gl)
  const invalidate = useThree((state) => state.invalidate)
  useLayoutEffect(() => {
    expose(gl, exposureEv)
    invalidate()
  }, [gl, exposureEv, invalidate])
}

function expose(gl: WebGLRenderer, exposureEv: number): void {
  gl.toneMappingExposure = 2 ** exposureEv
}
