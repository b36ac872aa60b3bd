import { useThree } from '@react-three/fiber'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DirectionalLight, HemisphereLight } from 'three'
import { addStudioRoom } from './studio-room.ts'
import { useFade } from './use-fade.ts'

// Chosen by eye, so that a mid-grey surface shows as that grey with and without the room.
const SKY_INTENSITY = 2
const KEY_ALONE = 1.6
const KEY_IN_ROOM = 0.5
const ROOM_INTENSITY = 1

type StudioLightProps = {
  /** Lets the room be built, which blocks for a moment: false until something is drawn. */
  isRoomWanted: boolean
  fadeMs: number
  onLit: () => void
}

/**
 * Two lamps for the first frame at once, then a soft room whose reflections show materials
 * as they are.
 */
export function StudioLight({ isRoomWanted, fadeMs, onLit }: StudioLightProps) {
  const gl = useThree((state) => state.gl)
  const scene = useThree((state) => state.scene)
  const sky = useRef<HemisphereLight>(null)
  const key = useRef<DirectionalLight>(null)
  const reportLit = useEffectEvent(onLit)

  const begin = useFade(fadeMs, (amount, lit) => {
    lit.environmentIntensity = amount * ROOM_INTENSITY
    if (sky.current) sky.current.intensity = SKY_INTENSITY * (1 - amount)
    if (key.current) key.current.intensity = KEY_ALONE + (KEY_IN_ROOM - KEY_ALONE) * amount
  })

  useEffect(() => {
    if (!isRoomWanted) return
    let remove: (() => void) | undefined
    // After the frame that is being shown now, not before it.
    const timer = setTimeout(() => {
      remove = addStudioRoom(gl, scene)
      begin()
      reportLit()
    }, 16)
    return () => {
      clearTimeout(timer)
      remove?.()
    }
  }, [gl, scene, isRoomWanted, begin])

  return (
    <>
      <hemisphereLight ref={sky} args={[0xffffff, 0xb9b4ad, SKY_INTENSITY]} />
      <directionalLight ref={key} position={[-2, 4, 3]} intensity={KEY_ALONE} />
    </>
  )
}
