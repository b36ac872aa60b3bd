import { t } from '#languages/viewer.ts'
import type { ImageStage } from './render-image.ts'

export type TurntableFormat = 'video' | 'webp'

export type TurntableOptions = {
  format: TurntableFormat
  seconds: number
  /** CSS colour behind the model. Undefined makes an animation transparent and a video white. */
  background: string | undefined
  signal?: AbortSignal | undefined
  onProgress?: ((fraction: number) => void) | undefined
}

const videoFramesPerSecond = 30
const videoBitsPerPixel = 6
const webpFramesPerSecond = 15
/** Longest side of a WebP animation in pixels, because its frames are compressed one by one. */
const webpSideMax = 720
const webpQuality = 0.85

export const canRecordVideo = (): boolean => typeof VideoEncoder === 'function'

/**
 * Records one turn around the model at the canvas size. A video is an MP4 if the browser can encode
 * H.264, otherwise a WebM.
 * @throws {Error} if this browser cannot encode the format.
 * @throws {DOMException} named `AbortError` if `signal` fires.
 */
export async function recordTurntable(stage: ImageStage, options: TurntableOptions): Promise<Blob> {
  options.signal?.throwIfAborted()
  const start = stage.rig.direction.azimuth
  try {
    return await (options.format === 'video' ? recordVideo : recordWebp)(stage, options)
  } finally {
    stage.rig.turnTo(start)
  }
}

async function recordVideo(stage: ImageStage, options: TurntableOptions): Promise<Blob> {
  const media = await import('mediabunny')
  const { width, height } = stage.gl.domElement
  const canvas = new OffscreenCanvas(width - (width % 2), height - (height % 2))
  const codec = await media.getFirstEncodableVideoCodec(['avc', 'vp9', 'vp8'], {
    width: canvas.width,
    height: canvas.height,
  })
  if (codec === null) throw new Error(t('This browser cannot encode video.'))
  const format =
    codec === 'avc'
      ? new media.Mp4OutputFormat({ fastStart: 'in-memory' })
      : new media.WebMOutputFormat()
  const target = new media.BufferTarget()
  const output = new media.Output({ format, target })
  const source = new media.CanvasSource(canvas, {
    codec,
    bitrate: canvas.width * canvas.height * videoBitsPerPixel,
  })
  output.addVideoTrack(source, { frameRate: videoFramesPerSecond })
  await output.start()
  try {
    const background = options.background ?? 'white'
    await drawFrames({ ...stage, canvas }, { ...options, background }, (at) =>
      source.add(at / videoFramesPerSecond, 1 / videoFramesPerSecond),
    )
    await output.finalize()
  } catch (error) {
    await output.cancel()
    throw error
  }
  return new Blob([target.buffer ?? new ArrayBuffer(0)], { type: format.mimeType })
}

async function recordWebp(stage: ImageStage, options: TurntableOptions): Promise<Blob> {
  const { width, height } = stage.gl.domElement
  const scale = Math.min(1, webpSideMax / Math.max(width, height))
  const canvas = new OffscreenCanvas(Math.round(width * scale), Math.round(height * scale))
  const frames: Uint8Array[] = []
  await drawFrames({ ...stage, canvas }, options, async () => {
    const frame = await canvas.convertToBlob({ type: 'image/webp', quality: webpQuality })
    if (frame.type !== 'image/webp') throw new Error(t('This browser cannot write WebP.'))
    frames.push(new Uint8Array(await frame.arrayBuffer()))
  })
  const { joinWebpFrames } = await import('./animated-webp.ts')
  return joinWebpFrames(frames, {
    widthPx: canvas.width,
    heightPx: canvas.height,
    frameMs: Math.round(1000 / webpFramesPerSecond),
  })
}

type FrameStage = ImageStage & { canvas: OffscreenCanvas }

async function drawFrames(
  { gl, scene, camera, passes, rig, canvas }: FrameStage,
  { format, seconds, background, signal, onProgress }: TurntableOptions,
  onFrame: (at: number) => Promise<void>,
): Promise<void> {
  const context = canvas.getContext('2d')
  if (!context) throw new Error(t('The browser ran out of memory.'))
  const count = Math.round(
    seconds * (format === 'video' ? videoFramesPerSecond : webpFramesPerSecond),
  )
  const start = rig.direction.azimuth
  context.imageSmoothingQuality = 'high'
  for (let at = 0; at < count; at++) {
    signal?.throwIfAborted()
    rig.turnTo(start + (at / count) * 2 * Math.PI)
    passes.draw(gl, scene, camera)
    // Copies the canvas in the task that draws, because the browser may clear the canvas
    // afterwards.
    context.clearRect(0, 0, canvas.width, canvas.height)
    if (background !== undefined) {
      context.fillStyle = background
      context.fillRect(0, 0, canvas.width, canvas.height)
    }
    context.drawImage(gl.domElement, 0, 0, canvas.width, canvas.height)
    await onFrame(at)
    onProgress?.((at + 1) / count)
  }
}
