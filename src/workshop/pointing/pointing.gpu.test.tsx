import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { BoxGeometry, Group, Mesh, MeshBasicMaterial } from 'three'
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js'
import { afterEach, expect, it, vi } from 'vitest'
import type { ModelPlace } from '#lib/links/model-link.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'
import { PlacePointer } from './place-pointer.tsx'
import type { Spot } from './spot-stage.tsx'
import { SpotButton } from './spot-button.tsx'
import { useAskSpot } from './use-ask-spot.tsx'
import { stylePage } from '#viewer/page-style.fixture.ts'
import { waitUntilDrawn } from '#viewer/drawn-viewer.fixture.ts'

afterEach(cleanup)

async function bear(): Promise<string> {
  const scene = new Group()
  const add = (name: string, side: number, place: [number, number, number]) => {
    const mesh = new Mesh(new BoxGeometry(side, side, side), new MeshBasicMaterial())
    mesh.name = name
    mesh.position.set(...place)
    scene.add(mesh)
  }
  add('Body', 1, [0, 0.5, 0])
  add('Left ear [1]', 0.2, [-0.6, 1, 0])
  const glb = (await new GLTFExporter().parseAsync(scene, { binary: true })) as ArrayBuffer
  return URL.createObjectURL(new Blob([glb]))
}

type SeenProps = {
  url: string
  place?: ModelPlace
  onMissing?: () => void
  onAsked?: (spot: Spot, picture: Blob | undefined) => void
}

function Seen({ url, place, onMissing = () => {}, onAsked = () => {} }: SeenProps) {
  const viewer = useRef<ViewerHandle>(null)
  const spot = useAskSpot(viewer, onAsked)
  return (
    <div style={{ width: 600, height: 400 }}>
      <SpotButton spot={spot} />
      <Viewer
        ref={viewer}
        model={{ url, title: 'Bear' }}
        reducedMotion
        onStage={
          <>
            {spot.onStage}
            {place && <PlacePointer place={place} onMissing={onMissing} />}
          </>
        }
      />
      <button type="button" onClick={() => announce(viewer.current)}>
        Where
      </button>
    </div>
  )
}

stylePage('[data-state],[role=application]{position:absolute;inset:0}')

let azimuth = 0
const announce = (viewer: ViewerHandle | null) => {
  azimuth = viewer?.direction()?.azimuth ?? Number.NaN
}

it('PlacePointer turns the camera to a part by name, and reports a missing part', async () => {
  const url = await bear()
  const onMissing = vi.fn<() => void>()
  const { rerender } = render(<Seen url={url} />)
  await waitUntilDrawn()
  rerender(<Seen url={url} place={{ part: 'left ear [1]' }} onMissing={onMissing} />)
  await vi.waitFor(() => {
    fireEvent.click(screen.getByRole('button', { name: 'Where' }))
    expect(azimuth).toBeLessThan(-1)
  })
  expect(onMissing).not.toHaveBeenCalled()
  rerender(<Seen url={url} place={{ part: 'Tail' }} onMissing={onMissing} />)
  await vi.waitFor(() => expect(onMissing).toHaveBeenCalledOnce())
})

it('useAskSpot returns the point at the centre on Enter, with its part and a picture that marks the point', async () => {
  const url = await bear()
  const onAsked = vi.fn<(spot: Spot, picture: Blob | undefined) => void>()
  render(<Seen url={url} onAsked={onAsked} />)
  await waitUntilDrawn()
  const button = screen.getByRole('button', { name: 'Ask about a spot' })
  fireEvent.click(button)
  expect(button.getAttribute('aria-pressed')).toBe('true')
  const view = screen.getByRole('application')
  await vi.waitFor(() => expect(view.style.cursor).toBe('crosshair'))
  fireEvent.keyDown(view, { key: 'Enter' })
  await vi.waitFor(() => expect(onAsked).toHaveBeenCalledOnce())
  const [spot, picture] = onAsked.mock.calls[0] ?? []
  expect(spot?.part).toBe('Body')
  expect(await redIn(picture)).toBeGreaterThan(50)
  expect(view.style.cursor).toBe('')
  expect(button.getAttribute('aria-pressed')).toBe('false')
})

async function redIn(picture: Blob | undefined): Promise<number> {
  const bitmap = await createImageBitmap(picture!)
  const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, bitmap.width, bitmap.height)
  let count = 0
  for (let k = 0; k < data.length; k += 4) {
    if ((data[k] ?? 0) > 200 && (data[k + 1] ?? 0) < 110) count++
  }
  return count
}
