import { useEffect, useRef } from 'react'
import { findCutout } from '#api/pictures.ts'
import { t } from '#languages/studio.ts'
import { drawGuide, type Guide } from './outline.ts'

const sidePxMax = 1024
const timeoutMs = 60_000
const color = [255, 90, 54, 230] as const

export function GuideOverlay({ pictureId, guide }: { pictureId: string; guide: Guide }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const leaving = new AbortController()
    const signal = AbortSignal.any([leaving.signal, AbortSignal.timeout(timeoutMs)])
    draw(canvas.current, { pictureId, guide, signal }).catch((error: unknown) => {
      if (!leaving.signal.aborted) console.warn(error)
    })
    return () => leaving.abort()
  }, [pictureId, guide])
  return (
    <canvas
      ref={canvas}
      aria-hidden
      width={1}
      height={1}
      className="pointer-events-none absolute inset-0 size-full object-contain"
    />
  )
}

type Drawn = { pictureId: string; guide: Guide; signal: AbortSignal }

async function draw(canvas: HTMLCanvasElement | null, { pictureId, guide, signal }: Drawn) {
  const { maskUrl } = await findCutout(pictureId, signal)
  const response = await fetch(maskUrl, { signal })
  if (!response.ok) throw new Error(t('There is no mask of the front.'))
  const bitmap = await createImageBitmap(await response.blob())
  const scale = Math.min(1, sidePxMax / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas?.getContext('2d', { willReadFrequently: true })
  if (!canvas || !context || signal.aborted) return
  canvas.width = width
  canvas.height = height
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  const pixels = context.getImageData(0, 0, width, height)
  const { data } = pixels
  const mask = Uint8Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0)
  const drawn = drawGuide({ width, height, data: mask }, guide)
  for (let at = 0; at < drawn.length; at++) data.set(drawn[at] ? color : [0, 0, 0, 0], at * 4)
  context.putImageData(pixels, 0, 0)
}
