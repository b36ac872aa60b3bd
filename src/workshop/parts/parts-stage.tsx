import { useFrame, useThree } from '@react-three/fiber'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import {
  type AnimationAction,
  AnimationMixer,
  Bone,
  Box3,
  type BufferGeometry,
  type Group,
  type Material,
  Matrix3,
  Mesh,
  type Object3D,
  Vector3,
} from 'three'
import { useStore } from 'zustand'
import { useStage } from '#viewer/stage/stage-context.ts'
import { getMaterials } from '#viewer/look/own-materials.ts'
import type { PointerMotion } from '#viewer/loading/pointers/animation-pointers.ts'
import { Bones } from './bones.tsx'
import { clipNames } from './clip-names.ts'
import { describeMaterial, listMaterials } from './list-materials.ts'
import { MotionView } from './motion-view.ts'
import { PartPicking, SelectionTint } from './selection.tsx'
import {
  listBranch,
  type Morph,
  type PartsStore,
  type Selection,
  type TreeEntry,
  wholeModel,
} from '../state/parts-store.ts'

const entriesMax = 2_000
const morphsMax = 200
const tellSeconds = 0.1

/** Applies the state of the store to the visible model, and restores the model on unmount. */
export function PartsStage({ store }: { store: PartsStore }) {
  const { model } = useStage()
  const { scene } = model
  const invalidate = useThree((state) => state.invalidate)
  const materials = useMemo(() => listMaterials(scene), [scene])
  const objects = useMemo(() => listObjects(scene, materials), [scene, materials])
  const hidden = useStore(store, (state) => state.hidden)
  const apart = useStore(store, (state) => state.apart)
  const morphs = useStore(store, (state) => state.morphs)
  const showsBones = useStore(store, (state) => state.showsBones)

  useLayoutEffect(() => {
    store.setState({
      ...wholeModel,
      tree: objects.map(({ entry }) => entry),
      materials: materials.map(describeMaterial),
      morphs: ownMorphs(scene),
      bones: countBones(scene),
      clips: clipNames(model.animations.map(({ name }) => name)).map((name, at) => ({
        name,
        seconds: model.animations[at]?.duration ?? 0,
      })),
    })
    return () => {
      store.setState({
        ...wholeModel,
        tree: [],
        materials: [],
        morphs: [],
        bones: 0,
        clips: [],
      })
    }
  }, [store, scene, objects, materials, model])

  useLayoutEffect(() => {
    hide(objects, hidden)
    invalidate()
    return () => {
      hide(objects, none)
      invalidate()
    }
  }, [objects, hidden, invalidate])

  useLayoutEffect(() => {
    if (apart === 0) return undefined
    const putBack = explode(scene, objects, apart)
    invalidate()
    return () => {
      putBack()
      invalidate()
    }
  }, [scene, objects, apart, invalidate])

  useLayoutEffect(() => {
    for (const { name, amount } of morphs) setMorph(scene, name, amount)
    invalidate()
  }, [scene, morphs, invalidate])
  useEffect(() => {
    const own = ownMorphs(scene)
    return () => {
      for (const { name, amount } of own) setMorph(scene, name, amount)
    }
  }, [scene])

  return (
    <>
      <Motion store={store} />
      <Selecting store={store} objects={objects} />
      {showsBones && <Bones />}
    </>
  )
}

function Selecting({ store, objects }: { store: PartsStore; objects: readonly Listed[] }) {
  const isPicking = useStore(store, (state) => state.isPicking)
  const selected = useStore(store, (state) => state.selected)
  const isChanging = useStore(store, (state) => state.isChanging)
  const meshes = useMemo(() => (selected ? getMeshes(objects, selected) : []), [objects, selected])
  const pick = (mesh: Mesh | undefined) => {
    const entry = objects.find(({ object }) => object === mesh)?.entry
    const [material] = entry?.materials ?? []
    store.setState({
      selected: entry && { part: entry.id, ...(material !== undefined && { material }) },
    })
  }
  return (
    <>
      {isPicking && <PartPicking onPicked={pick} />}
      {isPicking && !isChanging && meshes.length > 0 && <SelectionTint meshes={meshes} />}
    </>
  )
}

function getMeshes(objects: readonly Listed[], { part, material = -1 }: Selection): Mesh[] {
  const branch =
    part === undefined
      ? undefined
      : new Set(
          listBranch(
            objects.map(({ entry }) => entry),
            part,
          ),
        )
  return objects.flatMap(({ object, entry }) => {
    const isMeant = branch ? branch.has(entry.id) : entry.materials.includes(material)
    return isMeant && object instanceof Mesh ? [object] : []
  })
}

function Motion({ store }: { store: PartsStore }) {
  const { model, rig } = useStage()
  const invalidate = useThree((state) => state.invalidate)
  const clip = useStore(store, (state) => state.clip)
  const isPlaying = useStore(store, (state) => state.isPlaying)
  const mixer = useMemo(() => new AnimationMixer(model.scene), [model])
  const action = useRef<AnimationAction>(undefined)
  const pointers = useRef<PointerMotion>(undefined)
  const view = useRef<MotionView>(undefined)
  const told = useRef<number>(undefined)
  const report = useCallback(
    (seconds: number) => {
      told.current = seconds
      store.setState({ seconds })
    },
    [store],
  )

  useLayoutEffect(() => {
    const chosen = clip === undefined ? undefined : model.animations[clip]
    if (!chosen) return undefined
    view.current = new MotionView(rig, model, chosen)
    action.current = mixer.clipAction(chosen).play()
    action.current.time = store.getState().seconds
    pointers.current = model.pointers.get(chosen)
    mixer.update(0)
    pointers.current?.apply(action.current.time)
    view.current.goTo(action.current.time)
    invalidate()
    return () => {
      view.current?.end()
      view.current = undefined
      pointers.current?.reset()
      pointers.current = undefined
      mixer.stopAllAction()
      mixer.uncacheRoot(model.scene)
      action.current = undefined
      invalidate()
    }
  }, [mixer, model, rig, clip, store, invalidate])

  useLayoutEffect(() => {
    if (isPlaying) invalidate()
  }, [isPlaying, invalidate])

  useLayoutEffect(
    () =>
      store.subscribe((now, before) => {
        const { seconds } = now
        if (!action.current) return
        if (seconds === before.seconds) {
          const isPaused = before.isPlaying && !now.isPlaying && now.clip === before.clip
          // Reports the exact position, because positions of a playing clip are reported rarely.
          if (isPaused) report(action.current.time)
          return
        }
        if (seconds === told.current) return
        // Clears the reported position, so that the same position is reported again.
        told.current = undefined
        action.current.time = seconds
        mixer.update(0)
        pointers.current?.apply(seconds)
        view.current?.goTo(seconds)
        invalidate()
      }),
    [store, mixer, report, invalidate],
  )

  useFrame((_, deltaSeconds) => {
    const { isPlaying: plays, speed, seconds } = store.getState()
    if (!action.current || !plays) return
    // Limits the time step, which is large in the first frame after a pause.
    mixer.update(Math.min(deltaSeconds, 0.1) * speed)
    const now = action.current.time
    pointers.current?.apply(now)
    view.current?.goTo(now)
    if (Math.abs(now - seconds) > tellSeconds) report(now)
    invalidate()
  })

  return null
}

const none: ReadonlySet<number> = new Set()

/** Hides meshes by their layers, because `visible = false` would also hide the children. */
function hide(objects: readonly Listed[], hidden: ReadonlySet<number>): void {
  for (const { object, entry } of objects) {
    if (object instanceof Mesh) object.layers.mask = hidden.has(entry.id) ? 0 : 1
  }
}

type Listed = { object: Object3D; entry: TreeEntry }

function listObjects(scene: Group, materials: readonly Material[]): Listed[] {
  const listed: Listed[] = []
  const visit = (object: Object3D, depth: number): number => {
    if (listed.length >= entriesMax) return 0
    const own =
      object instanceof Mesh && object.layers.isEnabled(0) ? getTriangles(object.geometry) : 0
    const entry: TreeEntry = {
      id: listed.length,
      name: getName(object),
      depth,
      triangles: 0,
      own,
      materials:
        object instanceof Mesh && object.layers.isEnabled(0)
          ? getMaterials(object).map((material) => materials.indexOf(material))
          : [],
    }
    const place = listed.push({ object, entry }) - 1
    const below = object.children.reduce((sum, child) => sum + visit(child, depth + 1), 0)
    listed[place] = { object, entry: { ...entry, triangles: own + below } }
    return own + below
  }
  for (const child of scene.children) visit(child, 0)
  return listed
}

const getTriangles = ({ index, attributes }: BufferGeometry): number =>
  Math.floor((index?.count ?? attributes['position']?.count ?? 0) / 3)

const getName = ({ name, type }: Object3D): string => name.replaceAll('_', ' ') || type

/**
 * Moves objects away from their common centre.
 * @returns a function that restores the positions.
 */
function explode(scene: Group, objects: readonly Listed[], apart: number): () => void {
  scene.updateMatrixWorld(true)
  const middle = new Box3().setFromObject(scene).getCenter(new Vector3())
  const before: { object: Object3D; position: Vector3 }[] = []
  const moves = objects.flatMap(({ object }) => {
    if (!(object instanceof Mesh) || !object.parent) return []
    const { geometry: own }: Mesh = object
    own.computeBoundingBox()
    const centre = own.boundingBox?.getCenter(new Vector3()) ?? new Vector3()
    const away = centre
      .applyMatrix4(object.matrixWorld)
      .sub(middle)
      .multiplyScalar(apart * 1.5)
    away.applyMatrix3(new Matrix3().setFromMatrix4(object.parent.matrixWorld).invert())
    return [{ object, away }]
  })
  for (const { object, away } of moves) {
    before.push({ object, position: object.position.clone() })
    object.position.add(away)
    object.updateMatrix()
  }
  return () => {
    for (const { object, position } of before) {
      object.position.copy(position)
      object.updateMatrix()
    }
  }
}

function ownMorphs(scene: Group): Morph[] {
  const amounts = new Map<string, number>()
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    for (const [name, place] of Object.entries(object.morphTargetDictionary ?? {})) {
      if (!amounts.has(name)) amounts.set(name, object.morphTargetInfluences?.[place] ?? 0)
    }
  })
  return [...amounts].slice(0, morphsMax).map(([name, amount]) => ({ name, amount }))
}

function countBones(scene: Group): number {
  let count = 0
  scene.traverse((object) => {
    if (object instanceof Bone) count++
  })
  return count
}

function setMorph(scene: Group, name: string, amount: number): void {
  scene.traverse((object) => {
    if (!(object instanceof Mesh)) return
    const place = object.morphTargetDictionary?.[name]
    if (place !== undefined && object.morphTargetInfluences) {
      object.morphTargetInfluences[place] = amount
    }
  })
}
