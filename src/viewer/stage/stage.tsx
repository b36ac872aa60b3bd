import { extend, useFrame, useThree } from '@react-three/fiber'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useReducer,
  useRef,
  useState,
} from 'react'
import { Group, type WebGLRenderer } from 'three'
import { Loaded } from '#ui/layout/loaded.tsx'
import { DrawnFrames } from '../rendering/drawn-frames.tsx'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { type Look, needsLookEffects } from '../look/look.ts'
import type { ParsedModel } from '../loading/parse-glb.ts'
import { onFrameRequested } from '../rendering/redraws.ts'
import { PreviewShading } from './preview-shading.tsx'
import { StageContext } from './stage-context.ts'
import { StagePasses } from '../rendering/stage-passes.ts'
import { type StageControls, useStageCamera } from './use-stage-camera.ts'
import { StandingShadow } from './standing-shadow.tsx'
import { StudioLight } from '../light/light-texture.ts'

// Registers only the elements used in JSX. react-three-fiber's Canvas would register all of
// three.js, which prevents tree shaking.
extend({ Group, StudioLight })

const shadowFadeMs = 300
/**
 * Milliseconds without a model after which the light is drawn, while the model is still loading.
 */
const waitedMs = 500

const loadGrid = async () => (await import('../look/stage-grid.tsx')).StageGrid
const loadSky = async () => (await import('../look/sky.tsx')).Sky
const loadGizmo = async () => (await import('../look/orientation-gizmo.tsx')).OrientationGizmo
const loadLookEffects = async () => (await import('../look/look-effects.tsx')).LookEffects

type StageProps = {
  model: ParsedModel | undefined
  subject: string | undefined
  insetPx: number
  look: Look
  isCalm: boolean
  epoch: number
  isSeen: boolean
  /** Called with `undefined` on unmount. */
  onControls: (controls: StageControls | undefined) => void
  onShown: (model: ParsedModel, epoch: number) => void
  onRest: (frames: number) => void
  onTurningEnded: () => void
  /** Elements below the model that stay while another version of the model is prepared. */
  ground: ReactNode
  children: ReactNode
}

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
  ground,
  children,
}: StageProps) {
  // Stores only the id, because a reference to the model would keep its memory.
  const [shown, setShown] = useState<{ id: string; epoch: number; of: string | undefined }>()
  const light = useRef<StudioLight>(null)
  const [passes] = useState(() => new StagePasses())
  const fadeMs = isCalm ? 0 : shadowFadeMs
  const isShown = model !== undefined && model.scene.uuid === shown?.id && epoch === shown.epoch
  const [hadLookEffects, setHadLookEffects] = useState(false)
  const hasLookEffects = needsLookEffects(look)
  const [ready] = useState(() => new WeakSet<ParsedModel>())
  const [, noteReady] = useReducer((count: number) => count + 1, 0)
  const isPreviewShading = model !== undefined && !isShown && !hasLookEffects && !ready.has(model)
  // Stores only the id, because a reference to the model would keep its memory.
  const [sketched, setSketched] = useState(isSeen ? model?.scene.uuid : undefined)
  const isSketch = isPreviewShading && isDrawnInSoftware() && model.scene.uuid !== sketched
  const handleReady = useCallback(
    (now: ParsedModel) => {
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
      // The preview at full resolution comes first, because preparing the model's own materials
      // takes longer.
      setSketched(model.scene.uuid)
      return invalidate()
    }
    if (!model || isShown || isPreviewShading) return
    setShown({ id: model.scene.uuid, epoch, of: subject })
    onShown(model, epoch)
  }

  return (
    <>
      {/* The key mounts it again in each epoch, which also requests a frame. */}
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
        <Loaded load={loadLookEffects} props={{ model, look, passes }} isWanted={hadLookEffects} />
      )}
      {(isShown || (model && shown?.of === subject)) && ground}
      {stage && isShown && <StageContext value={stage}>{children}</StageContext>}
      <studioLight ref={light} attach="environment" />
      <DrawnFrames passes={passes} isPreview={isSketch} onDrawn={handleDrawn} onRest={onRest} />
    </>
  )
}

function StandingModel({ model }: { model: ParsedModel }) {
  const { box, centre } = model.bounds
  return (
    <group position={[-centre.x, -box.min.y, -centre.z]}>
      {/* The model cache frees the model, so the scene must not. */}
      <primitive object={model.scene} dispose={null} />
    </group>
  )
}

/**
 * Draws the light before the first frame that uses it. A separate function, because a long-lived
 * closure would keep the model in memory.
 */
function useLight(light: RefObject<StudioLight | null>, isLit: boolean): void {
  useEffect(() => {
    const timer = setTimeout(() => light.current?.draw(), waitedMs)
    return () => clearTimeout(timer)
  }, [light])
  useFrame(() => {
    if (isLit) light.current?.draw()
  }, 0.5)
}

/**
 * A separate function, because the closure of a long-lived subscription would keep the model in
 * memory.
 */
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
