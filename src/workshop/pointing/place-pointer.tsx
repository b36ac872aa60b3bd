import { extend } from '@react-three/fiber'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { type Box3, Box3Helper, Color } from 'three'
import type { ModelPlace } from '#lib/links/model-link.ts'
import { extrasLayer } from '#viewer/rendering/stage-passes.ts'
import { useStage } from '#viewer/stage/stage-context.ts'
import { findPlace, type FoundPlace } from './place.ts'
import { SpotMark } from './spot-mark.tsx'

extend({ Box3Helper })

type PlacePointerProps = {
  /** Place to point at. A new object points at an equal place again. */
  place: ModelPlace
  onMissing: () => void
}

const shownMs = 5_000
const color = new Color('#ff5a36')

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
  return (
    <box3Helper
      args={[box, color]}
      layers={extrasLayer}
      renderOrder={11}
      material-depthTest={false}
      material-toneMapped={false}
    />
  )
}
