import { useThree } from '@react-three/fiber'
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { type Camera, type Group, Vector2, type WebGLRenderer } from 'three'
import { createMaterialOverrides, type MaterialOverrides } from '#viewer/look/material-overrides.ts'
import type { DisplayMode } from '#viewer/look/modes/display-modes.ts'
import type { ParsedModel } from '#viewer/loading/parse-glb.ts'
import type { LoadedModel } from '#model-files/inspect/loaded-model.ts'
import { models } from '#viewer/loading/models.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { getFreeHeight } from '#viewer/camera/standing.ts'
import { usePerspectiveCamera } from '#viewer/camera/use-perspective-camera.ts'
import { type Layout, paneAt, type Panes, stretchFor } from './panes.ts'

type CompareStageProps = {
  urls: readonly string[]
  layout: Layout
  place: number
  panes: Panes
  isMainFirst: boolean
  hasSameSize: boolean
  mode: DisplayMode
  onLoaded?: ((url: string, facts: LoadedModel) => void) | undefined
  onFailed?: ((url: string, error: unknown) => void) | undefined
}

export function CompareStage(props: CompareStageProps) {
  const { urls, layout, place, panes, isMainFirst, hasSameSize, mode } = props
  const { model, passes } = useStage()
  const invalidate = useThree((state) => state.invalidate)
  const camera = usePerspectiveCamera()
  const standing = useRef(new Map<string, Group>())
  const stand = useCallback((url: string, group: Group | null) => {
    if (group) standing.current.set(url, group)
    else standing.current.delete(url)
  }, [])
  const [overrides] = useState(() => createMaterialOverrides(camera))

  useEffect(() => () => overrides.dispose(), [overrides])

  useLayoutEffect(() => {
    const others = standing.current
    const remove = passes.replaceWhole((gl, scene, seenBy) => {
      const groups = urls.map((url) => others.get(url))
      const all = isMainFirst ? [model.scene, ...groups] : [...groups, model.scene]
      const show = (shown: Group | undefined) => {
        for (const group of all) if (group) group.visible = group === shown
      }
      const draw = () => passes.drawAll(gl, scene, seenBy)
      all.forEach((group, at) => {
        show(group)
        if (layout === 'wipe') drawStripe(gl, at === 0 ? [0, place] : [place, 1], draw)
        else drawPane(gl, { camera: seenBy, at, panes }, draw)
      })
      show(undefined)
      // Shows the first model again, because picking finds only visible objects.
      model.scene.visible = true
    })
    invalidate()
    return () => {
      remove()
      for (const group of others.values()) group.visible = false
      model.scene.visible = true
      invalidate()
    }
  }, [urls, layout, place, panes, isMainFirst, model, passes, invalidate])

  return urls.map((url) => (
    <Other
      key={url}
      url={url}
      size={hasSameSize ? model.bounds.radius : undefined}
      mode={mode}
      overrides={overrides}
      onStanding={stand}
      onLoaded={(facts) => props.onLoaded?.(url, facts)}
      onFailed={(error) => props.onFailed?.(url, error)}
    />
  ))
}

type OtherProps = {
  url: string
  size: number | undefined
  mode: DisplayMode
  overrides: MaterialOverrides
  /** The function must be the same in each render. */
  onStanding: (url: string, group: Group | null) => void
  onLoaded: (facts: LoadedModel) => void
  onFailed: (error: unknown) => void
}

function Other({ url, size, mode, overrides, onStanding, onLoaded, onFailed }: OtherProps) {
  const invalidate = useThree((state) => state.invalidate)
  const [viewer] = useState(() => Symbol('compared model'))
  const [model, setModel] = useState<ParsedModel>()
  const stand = useCallback((group: Group | null) => onStanding(url, group), [onStanding, url])
  const reportLoaded = useEffectEvent(onLoaded)
  const reportFailed = useEffectEvent(onFailed)

  useEffect(() => {
    let isWanted = true
    const lease = models.acquire(url, { viewer })
    lease.ready.then(
      (loaded) => {
        if (!isWanted) return
        setModel(loaded)
        reportLoaded(loaded.facts)
      },
      (error: unknown) => isWanted && reportFailed(error),
    )
    return () => {
      isWanted = false
      lease.release()
    }
  }, [url, viewer])

  useLayoutEffect(() => {
    if (!model) return undefined
    overrides.apply(model.scene, mode, model.bounds)
    invalidate()
    return () => overrides.restore(model.scene)
  }, [overrides, invalidate, model, mode])

  if (!model) return null
  const { box, centre, radius } = model.bounds
  const scale = size === undefined ? 1 : size / radius
  return (
    <group
      ref={stand}
      scale={scale}
      position={[-centre.x * scale, -box.min.y * scale, -centre.z * scale]}
      visible={false}
    >
      {/* The model cache owns its GPU memory. */}
      <primitive object={model.scene} dispose={null} />
    </group>
  )
}

/** Height of the caption of a part, in CSS pixels. */
const captionPx = 60

const size = new Vector2()

function drawStripe(
  gl: WebGLRenderer,
  [from, to]: readonly [number, number],
  draw: () => void,
): void {
  gl.getSize(size)
  const start = Math.round(size.x * from)
  const end = Math.round(size.x * to)
  if (end <= start) return
  gl.setScissorTest(true)
  gl.setScissor(start, 0, end - start, size.y)
  draw()
  gl.setScissorTest(false)
}

type Pane = { camera: Camera; at: number; panes: Panes }

function drawPane(gl: WebGLRenderer, { camera, at, panes }: Pane, draw: () => void): void {
  gl.getSize(size)
  const { x, y, width, height } = paneAt(at, panes)
  const pane = [x * size.x, y * size.y, width * size.x, height * size.y] as const
  const stretch = stretchFor(size.x / size.y, panes, getFreeHeight(size.y * height, captionPx))
  const { projectionMatrix, projectionMatrixInverse } = camera
  const before = projectionMatrix.clone()
  projectionMatrix.elements.forEach((value, place) => {
    if (place % 4 === 0) projectionMatrix.elements[place] = value * stretch.x
    if (place % 4 === 1) projectionMatrix.elements[place] = value * stretch.y
  })
  projectionMatrixInverse.copy(projectionMatrix).invert()
  gl.setViewport(...pane)
  gl.setScissor(...pane)
  gl.setScissorTest(true)
  draw()
  gl.setScissorTest(false)
  gl.setViewport(0, 0, size.x, size.y)
  projectionMatrix.copy(before)
  projectionMatrixInverse.copy(projectionMatrix).invert()
}
