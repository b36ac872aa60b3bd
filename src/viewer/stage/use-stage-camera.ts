import { useFrame, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import type { Camera, Scene, WebGLRenderer } from 'three'
import { t } from '#languages/viewer.ts'
import { CameraRig } from '../camera/camera-rig.ts'
import { getFreeHeight, placeOnGround } from '../camera/standing.ts'
import type { TurntableOptions } from '../capture/record-turntable.ts'
import type { ImageOptions } from '../capture/render-image.ts'
import { prepareModel } from '../gpu/prepare-model.ts'
import type { StudioLight } from '../light/light-texture.ts'
import type { ParsedModel } from '../loading/parse-glb.ts'
import type { Look } from '../look/look.ts'
import { pointUnder } from '../rendering/point-under.ts'
import { extrasLayer, splatsLayer, type StagePasses } from '../rendering/stage-passes.ts'
import { usePerspectiveCamera } from '../camera/use-perspective-camera.ts'

export type StageControls = {
  rig: CameraRig
  /** Prepares the next model's resources, so that its first frame is fast. */
  prepare: (model: ParsedModel) => Promise<void>
  snapshot: () => Promise<Blob>
  picture: (options: Partial<ImageOptions>) => Promise<Blob>
  film: (options: TurntableOptions) => Promise<Blob>
  /**
   * Makes the model's point at a canvas position the orbit target, or frames the model without such
   * a point.
   */
  pivotAt: (clientX: number, clientY: number) => void
}

type StageCamera = {
  model: ParsedModel | undefined
  subject: string | undefined
  insetPx: number
  look: Look
  isCalm: boolean
  passes: StagePasses
  ready: WeakSet<ParsedModel>
  light: RefObject<StudioLight | null>
  onControls: (controls: StageControls | undefined) => void
  onTurningEnded: () => void
}

export function useStageCamera({
  model,
  subject,
  insetPx,
  look,
  isCalm,
  onTurningEnded,
  ...rest
}: StageCamera): CameraRig {
  const gl = useThree((state) => state.gl)
  const camera = usePerspectiveCamera()
  const invalidate = useThree((state) => state.invalidate)
  const { width, height } = useThree((state) => state.size)
  const { isTurning, isOrthographic } = look
  const [rig] = useState(() => new CameraRig(camera, () => invalidate()))
  const endTurning = useEffectEvent(onTurningEnded)

  useEffect(() => rig.onTakenOver(() => endTurning()), [rig])
  useStageControls({ rig, ...rest })
  useLayoutEffect(() => rig.setAnimated(!isCalm), [rig, isCalm])
  useLayoutEffect(() => rig.setTurntable(isTurning), [rig, isTurning])
  useLayoutEffect(() => rig.setOrthographic(isOrthographic), [rig, isOrthographic])
  useLayoutEffect(() => {
    rig.fitTo(width / height, getFreeHeight(height, insetPx))
  }, [rig, width, height, insetPx])

  const stoodHere = useRef<string>(undefined)
  const stand = useEffectEvent(({ bounds }: ParsedModel) => {
    const keepsView = subject !== undefined && stoodHere.current === subject
    stoodHere.current = subject
    rig.stand({ ...placeOnGround(bounds), keepsView })
  })
  useLayoutEffect(() => {
    // Requests a frame even without a model, because the renderer keeps its last frame's model in
    // memory.
    invalidate()
    if (!model) return gl.resetState()
    stand(model)
  }, [model, gl, invalidate])

  useMovingCamera(rig)
  return rig
}

type ControlledStage = Pick<StageCamera, 'passes' | 'ready' | 'light' | 'onControls'> & {
  rig: CameraRig
}

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
        light.current?.draw()
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
        return recordTurntable({ gl, scene, camera, passes, rig }, options)
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

/**
 * A separate function, because the closure of a long-lived subscription would keep the model in
 * memory.
 */
function useMovingCamera(rig: CameraRig): void {
  useFrame((_, deltaSeconds) => rig.update(performance.now(), deltaSeconds))
}

type Drawn = { gl: WebGLRenderer; scene: Scene; camera: Camera; passes: StagePasses }

/**
 * Draws the scene once more and returns a PNG with a transparent background. Copies the canvas in
 * the same task, because the browser may clear it afterwards.
 * @throws {Error} if the browser cannot encode the picture.
 */
function takeSnapshot({ gl, scene, camera, passes }: Drawn): Promise<Blob> {
  passes.draw(gl, scene, camera)
  return new Promise((resolve, reject) => {
    gl.domElement.toBlob((blob) => {
      if (blob) resolve(blob)
      else reject(new Error(t('The browser could not encode the image.')))
    }, 'image/png')
  })
}
