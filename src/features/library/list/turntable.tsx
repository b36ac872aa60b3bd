import { withBase } from '#lib/base-path.ts'
import { useEffect, useRef, useState } from 'react'
import type { Asset } from '#contract/assets.ts'
import { turntableFrames } from '#contract/turntable.ts'
import { cn } from '#ui/cn.ts'
import { Thumbnail } from './thumbnail.tsx'

type TurntableProps = {
  asset: Asset
  hasPicture: boolean
  className?: string
}

/** Milliseconds for which the pointer must be over a picture before its frames are requested. */
const restMs = 120
const frameMs = 140

/** Renders the picture of a model, which turns while the pointer is over it. */
export function Turntable({ asset, hasPicture, className }: TurntableProps) {
  const [strip, setStrip] = useState<string>()
  const [frame, setFrame] = useState(0)
  const isOver = useRef(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isTurning = strip !== undefined

  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!isTurning) return undefined
    const turning = setInterval(() => setFrame((at) => (at + 1) % turntableFrames), frameMs)
    return () => clearInterval(turning)
  }, [isTurning])

  function enter() {
    const { id, thumbnailUrl, mimeType } = asset
    const isDrawn = thumbnailUrl !== undefined && mimeType === 'model/gltf-binary'
    if (!isDrawn || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    isOver.current = true
    timer.current = setTimeout(() => {
      const image = new Image()
      const url = withBase(`/api/assets/${id}/turntable`)
      image.src = url
      image.decode().then(
        () => isOver.current && setStrip(url),
        // If the frames cannot be loaded, the still picture remains.
        () => {},
      )
    }, restMs)
  }
  function leave() {
    isOver.current = false
    clearTimeout(timer.current)
    setStrip(undefined)
    setFrame(0)
  }

  return (
    <Thumbnail
      url={asset.thumbnailUrl}
      isWanted={hasPicture}
      onPointerEnter={(event) => event.pointerType === 'mouse' && enter()}
      onPointerLeave={leave}
      data-turning={isTurning || undefined}
      className={cn('data-turning:[&>:first-child]:opacity-0', className)}
    >
      {isTurning && (
        <div
          aria-hidden
          className="absolute inset-0 bg-no-repeat"
          style={{
            backgroundImage: `url(${strip})`,
            backgroundSize: `${turntableFrames * 100}% 100%`,
            backgroundPosition: `${(frame / (turntableFrames - 1)) * 100}% 0`,
          }}
        />
      )}
    </Thumbnail>
  )
}
