import { useFrame, useThree } from '@react-three/fiber'
import {
  type ReactNode,
  useCallback,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { type PerspectiveCamera, Vector3, type WebGLRenderer } from 'three'
import { Loaded } from '#ui/layout/loaded.tsx'
import { CameraRig } from '../camera/camera-rig.ts'
import { DrawnFrames } from '../rendering/drawn-frames.tsx'
import { isDrawnInSoftware } from '../gpu/gl-canvas.ts'
import { type Look, needsLookEffects } from '../look/look.ts'
import type { Model } from '../loading/load-glb.ts'
import type { VideoOptions } from '../capture/record-turntable.ts'
import type { ImageOptions } from '../capture/render-image.ts'
import { pointUnder } from '../rendering/point-under.ts'
import { prepareModel } from '../gpu/prepare-model.ts'
import { onFrameRequested } from '../rendering/redraws.ts'
import { takeSnapshot } from '../capture/snapshot.ts'
import { Sketched } from './sketched.tsx'
import { StageContext } from './stage-context.ts'
import { extrasLayer, splatsLayer, StagePasses } from '../rendering/stage-passes.ts'
import { StandingShadow } from './standing-shadow.tsx'
import { type DeferredLight, createDeferredLight } from '../light/studio-light.ts'

const shadowFadeMs = 300
/** Where no model comes for so long, the light for it is drawn meanwhile. */
const waitedMs = 500

const loadLookEffects = async () => (await import('../look/look-effects.tsx')).LookEffects

/** What can be asked of a stage from outside the scene. */
export type StageControls = {
  rig: CameraRig
  /** Makes the next model's first frame cheap, while the stage goes on as it is. */
  prepare: (model: Model) => Promise<void>
  /** The scene as it is seen, as a PNG. */
  snapshot: () => Promise<Blob>
  /** The scene in another size, as a PNG; without a size twice that of the canvas. */
  picture: (options: Partial<ImageOptions>) => Promise<Blob>
  /** One turn around the model, as a video. */
  film: (options: VideoOptions) => Promise<Blob>
  /** Turns around what is seen at a place of the canvas, or frames all where nothing is. */
  pivotAt: (clientX: number, clientY: number) => void
}

type StageProps = {
  model: Model | undefined
  /** The next model is seen from where the one before was. */
  keepsView: boolean
  look: Look
  /** No motion but what a person makes. */
  isCalm: boolean
  /** Another number after everything that was drawn into textures is lost. */
  epoch: number
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
  keepsView,
  look,
  isCalm,
  epoch,
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
  const isSketched = model !== undefined && !isShown && !hasLookEffects && !ready.has(model)
  const handleReady = useCallback(
    (now: Model) => {
      ready.add(now)
      noteReady()
    },
    [ready],
  )
  if (hasLookEffects && !hadLookEffects) setHadLookEffects(true)
  useStageCamera({
    model,
    keepsView,
    look,
    isCalm,
    passes,
    ready,
    light,
    onControls,
    onTurningEnded,
  })
  const stage = useMemo(() => model && { model, passes }, [model, passes])
  useExposure(look.exposureEv)
  useRequestedFrames()

  useLight(light, model !== undefined && !isSketched)

  const handleDrawn = () => {
    if (!model || isShown || isSketched) return
    setShown({ id: model.scene.uuid, epoch })
    onShown(model, epoch)
  }

  return (
    <>
      {/* Put up again in each epoch, which also asks for the frame that shows it. */}
      {model && <StandingModel key={`${model.scene.uuid} ${epoch}`} model={model} />}
      {isSketched && (
        <Sketched
          key={`sketch ${model.scene.uuid} ${epoch}`}
          model={model}
          light={light}
          onReady={handleReady}
        />
      )}
      {isShown && look.hasShadow && (
        <StandingShadow key={model.scene.uuid} bounds={model.bounds} fadeMs={fadeMs} />
      )}
      {model && (
        <Loaded
          load={loadLookEffects}
          props={{ model, look, passes, studioLight: light.texture }}
          isWanted={hadLookEffects}
        />
      )}
      {stage && isShown && <StageContext value={stage}>{children}</StageContext>}
      <primitive object={light.texture} attach="environment" dispose={null} />
      <DrawnFrames
        passes={passes}
        isFirstLook={isSketched && isDrawnInSoftware()}
        onDrawn={handleDrawn}
        onRest={onRest}
      />
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

type StageCamera = {
  model: Model | undefined
  keepsView: boolean
  look: Look
  isCalm: boolean
  passes: StagePasses
  /** Models that are ready to be drawn in their own materials; grows. */
  ready: WeakSet<Model>
  light: DeferredLight
  onControls: (controls: StageControls | undefined) => void
  onTurningEnded: () => void
}

/** Moves the camera around the model, and tells what can be asked of the stage. */
function useStageCamera({ model, keepsView, look, isCalm, onTurningEnded, ...rest }: StageCamera) {
  const gl = useThree((state) => state.gl)
  const camera = useThree((state) => state.camera)
  const invalidate = useThree((state) => state.invalidate)
  const { width, height } = useThree((state) => state.size)
  const { isTurning, isOrthographic } = look
  // A scene has one camera, which `createRoot` makes a PerspectiveCamera.
  const [rig] = useState(() => new CameraRig(camera as PerspectiveCamera, () => invalidate()))
  const endTurning = useEffectEvent(onTurningEnded)

  useEffect(() => rig.onTakenOver(() => endTurning()), [rig])
  useStageControls({ rig, ...rest })
  useLayoutEffect(() => rig.setAnimated(!isCalm), [rig, isCalm])
  useLayoutEffect(() => rig.setTurntable(isTurning), [rig, isTurning])
  useLayoutEffect(() => rig.setOrthographic(isOrthographic), [rig, isOrthographic])
  useLayoutEffect(() => rig.fitTo(width / height), [rig, width, height])

  const keeps = useEffectEvent(() => keepsView)
  useLayoutEffect(() => {
    // Without a model too: the renderer holds on to what it drew last until it draws again.
    invalidate()
    if (!model) return gl.resetState()
    const { bounds } = model
    rig.stand(bounds.radius, new Vector3(0, bounds.centre.y - bounds.box.min.y, 0), keeps())
  }, [rig, model, gl, invalidate])

  useMovingCamera(rig)
}

type ControlledStage = Pick<StageCamera, 'passes' | 'ready' | 'light' | 'onControls'> & {
  rig: CameraRig
}

/** Lets the pointer move the camera, and hands out the controls for as long as the stage is there. */
function useStageControls({ rig, passes, ready, light, onControls }: ControlledStage): void {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = useThree((state) => state.camera)
  const report = useEffectEvent(onControls)

  useLayoutEffect(() => {
    camera.layers.enable(extrasLayer)
    camera.layers.enable(splatsLayer)
    const disconnect = rig.connect(gl.domElement)
    report({
      rig,
      prepare: async (next) => {
        light.draw()
        await prepareModel({ gl, scene, camera }, next.scene)
        ready.add(next)
      },
      snapshot: () => takeSnapshot({ gl, scene, camera, passes }),
      picture: async (options) => {
        const { renderImage } = await import('../capture/render-image.ts')
        const { clientWidth, clientHeight } = gl.domElement
        const size = { widthPx: 2 * clientWidth, heightPx: 2 * clientHeight }
        return renderImage({ gl, scene, camera, passes, rig }, { ...size, ...options })
      },
      film: async (options) => {
        const { recordTurntable } = await import('../capture/record-turntable.ts')
        return recordTurntable({ gl, passes, rig }, options)
      },
      pivotAt: (clientX, clientY) => {
        const hit = pointUnder({ canvas: gl.domElement, camera, clientX, clientY }, scene)
        if (hit) rig.pivotOn(hit)
        else rig.frame()
      },
    })
    return () => {
      report(undefined)
      disconnect()
    }
  }, [rig, gl, scene, camera, passes, ready, light])
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

/** On its own, as `useRequestedFrames` is. */
function useMovingCamera(rig: CameraRig): void {
  useFrame((_, deltaSeconds) => rig.update(performance.now(), deltaSeconds))
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
