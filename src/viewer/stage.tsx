import { useFrame, useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { type PerspectiveCamera, Vector3 } from 'three'
import { CameraRig } from './camera-rig.ts'
import { DrawnFrames } from './drawn-frames.tsx'
import type { Model } from './load-glb.ts'
import { prepareModel } from './prepare-model.ts'
import { takeSnapshot } from './snapshot.ts'
import { StandingShadow } from './standing-shadow.tsx'
import { makeStudioLight } from './studio-light.ts'

const FADE_MS = 300

/** What can be asked of a stage from outside the scene. */
export type StageControls = {
  rig: CameraRig
  /** Makes the next model's first frame cheap, while the stage goes on as it is. */
  prepare: (model: Model) => Promise<void>
  /** The scene as it is seen, as a PNG. */
  snapshot: () => Promise<Blob>
}

type StageProps = {
  model: Model | undefined
  isTurning: boolean
  /** No motion but what a person makes. */
  isCalm: boolean
  /** Another number after everything that was drawn into textures is lost. */
  epoch: number
  /** `undefined` when the stage goes away. */
  onControls: (controls: StageControls | undefined) => void
  /** A frame with this model in it was drawn, for the first time in this epoch. */
  onShown: (model: Model, epoch: number) => void
  onRest: (frames: number) => void
}

/** The scene: one model standing on the ground, its light, its shadow and the camera. */
export function Stage({
  model,
  isTurning,
  isCalm,
  epoch,
  onControls,
  onShown,
  onRest,
}: StageProps) {
  const [shown, setShown] = useState<{ model: Model; epoch: number }>()
  const [light] = useState(makeStudioLight)
  const fadeMs = isCalm ? 0 : FADE_MS
  const isShown = model !== undefined && model === shown?.model && epoch === shown.epoch
  useCameraRig(model, isTurning, isCalm, onControls)

  useEffect(() => () => light.dispose(), [light])

  const handleDrawn = () => {
    if (!model || isShown) return
    setShown({ model, epoch })
    onShown(model, epoch)
  }

  return (
    <>
      {/* Put up again in each epoch, which also asks for the frame that shows it. */}
      {model && <StandingModel key={`${model.scene.uuid} ${epoch}`} model={model} />}
      {isShown && <StandingShadow key={model.scene.uuid} bounds={model.bounds} fadeMs={fadeMs} />}
      <primitive object={light} attach="environment" dispose={null} />
      <DrawnFrames onDrawn={handleDrawn} onRest={onRest} />
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

function useCameraRig(
  model: Model | undefined,
  isTurning: boolean,
  isCalm: boolean,
  onControls: (controls: StageControls | undefined) => void,
): void {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const camera = useThree((state) => state.camera)
  const invalidate = useThree((state) => state.invalidate)
  const { width, height } = useThree((state) => state.size)
  // A scene has one camera, which `createRoot` makes a PerspectiveCamera.
  const [rig] = useState(() => new CameraRig(camera as PerspectiveCamera, () => invalidate()))
  const report = useEffectEvent(onControls)

  useLayoutEffect(() => {
    const disconnect = rig.connect(gl.domElement)
    report({
      rig,
      prepare: (next) => prepareModel(gl, scene, camera, next.scene),
      snapshot: () => takeSnapshot(gl, scene, camera),
    })
    return () => {
      report(undefined)
      disconnect()
    }
  }, [rig, gl, scene, camera])

  useLayoutEffect(() => rig.setAnimated(!isCalm), [rig, isCalm])
  useLayoutEffect(() => rig.setTurntable(isTurning), [rig, isTurning])
  useLayoutEffect(() => rig.fitTo(width / height), [rig, width, height])

  useLayoutEffect(() => {
    if (!model) return
    const { bounds } = model
    rig.stand(bounds.radius, new Vector3(0, bounds.centre.y - bounds.box.min.y, 0))
  }, [rig, model])

  useFrame((_, deltaSeconds) => rig.update(performance.now(), deltaSeconds))
}
