import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { Box3Helper, Color, type LineBasicMaterial, type Box3 } from 'three'
import type { ModelPlace } from '#lib/links/model-link.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { findPlace, type FoundPlace } from './place.ts'
import { SpotMark } from './spot-mark.tsx'

type PlacePointerProps = {
  /** Place to point at. A new object points at an equal place again. */
  place: ModelPlace
  onMissing: () => void
}

const shownMs = 5_000

export function PlacePointer({ place, onMissing }: PlacePointerProps) {
  const { model, rig } = useStage()
  const found = useMemo(() => findPlace(model, place), [model, place])
  const [over, setOver] = useState<FoundPlace>()
  const point = useEffectEvent((where: FoundPlace) => rig.lookAt(where))
  const miss = useEffectEvent(onMissing)
  useEffect(() => {
    if (!found) {
      miss()
      return undefined
    }
    point(found)
    const end = setTimeout(() => setOver(found), shownMs)
    return () => clearTimeout(end)
  }, [found])
  if (!found || over === found) return null
  return found.box ? <BoxMark box={found.box} /> : <SpotMark at={found.centre} />
}

function BoxMark({ box }: { box: Box3 }) {
  const invalidate = useThree((state) => state.invalidate)
  const lines = useMemo(() => {
    const helper = new Box3Helper(box, new Color('#ff5a36'))
    const material = helper.material as LineBasicMaterial
    material.depthTest = false
    material.toneMapped = false
    helper.layers.set(extrasLayer)
    helper.renderOrder = 11
    return helper
  }, [box])
  useEffect(() => {
    invalidate()
    return () => {
      lines.dispose()
      invalidate()
    }
  }, [lines, invalidate])
  return <primitive object={lines} dispose={null} />
}
