import { useFrame, useThree } from '@react-three/fiber'
import { type RefObject, useEffect, useMemo } from 'react'
import { Vector3 } from 'three'
import { Marks } from '../measure/marks.tsx'
import type { Note } from '../state/notes.ts'

type NotesStageProps = {
  notes: readonly Note[]
  elements: RefObject<ReadonlyMap<number, HTMLElement>>
}

const point = new Vector3()

export function NotesStage({ notes, elements }: NotesStageProps) {
  const invalidate = useThree((state) => state.invalidate)
  useEffect(() => {
    if (notes.length > 0) invalidate()
  }, [notes, invalidate])
  // Runs in each frame after the camera has its final position.
  useFrame(({ camera, size }) => {
    for (const { id, at } of notes) {
      const element = elements.current.get(id)
      if (!element) continue
      point.set(...at).project(camera)
      const isSeen = point.z > -1 && point.z < 1
      const x = ((point.x + 1) / 2) * size.width
      const y = ((1 - point.y) / 2) * size.height
      // Sets the style without React, which would otherwise render for every frame.
      element.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`
      element.style.visibility = isSeen ? 'visible' : 'hidden'
    }
  }, 2)
  return notes.map(({ id, line }) => line && <NoteLine key={id} line={line} />)
}

function NoteLine({ line }: { line: NonNullable<Note['line']> }) {
  const points = useMemo(() => line.map((at) => new Vector3(...at)), [line])
  return <Marks points={noPoints} line={points} />
}

const noPoints: readonly Vector3[] = []
