import { translateSentence } from '#lib/language/translate-sentence.ts'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { photoProblems, type PhotoProblem } from '#lib/scan/photo-problems.ts'
import { t } from '#languages/studio.ts'
import type { Looker } from './create-looker.ts'
import { captureRounds, findCapturePlace } from './coverage.ts'

export type SeenFrame = { readonly atSeconds: number; readonly look: PhotoLook }

/** Maximum length of a video, in seconds. */
export const videoSecondsMax = 90
const framesPerSecond = 4
/** Long side in pixels to which frames are shrunk before they are compared. */
const longSidePx = 960
const framesMax = 60
/** Number of parts of each sector. At most one frame is chosen from each part. */
const perSector = 2
/**
 * A frame is blurred if its sharpness is below this fraction of the median sharpness of usable
 * frames.
 */
const sharpnessMin = 0.75
const seekTimeoutMs = 10_000

type Picking = {
  readonly looker: Looker
  readonly countMin: number
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/**
 * Picks sharp frames from all sides of a video.
 * @throws {VideoError} with a sentence if the video cannot be used.
 */
export async function pickFrames(file: Blob, picking: Picking): Promise<File[]> {
  const { looker, countMin, onProgress, signal } = picking
  const video = document.createElement('video')
  const url = URL.createObjectURL(file)
  try {
    await openVideo(video, url)
    const { duration, videoWidth: width, videoHeight: height } = video
    if (duration > videoSecondsMax + 1) {
      throw new VideoError(
        t(
          'The video is {duration} seconds long, and {videoSecondsMax} is the most. Walk round in about a minute.',
          { duration: Math.round(duration), videoSecondsMax },
        ),
      )
    }
    const seen: SeenFrame[] = []
    const count = Math.max(1, Math.floor(duration * framesPerSecond))
    for (let k = 0; k < count; k++) {
      signal.throwIfAborted()
      const atSeconds = (k + 0.5) / framesPerSecond
      await seek(video, Math.min(atSeconds, duration - 0.01))
      seen.push({ atSeconds, look: await looker.look(video, { width, height, longSidePx }) })
      onProgress((0.8 * (k + 1)) / count)
    }
    const picked = chooseFrames(seen)
    if (picked.length < countMin) throw new VideoError(explainFewFrames(seen, picked, countMin))
    const files: File[] = []
    for (const [k, { atSeconds }] of picked.entries()) {
      signal.throwIfAborted()
      await seek(video, atSeconds)
      files.push(await drawFrame(video, `frame-${String(k + 1).padStart(3, '0')}.jpg`))
      onProgress(0.8 + (0.2 * (k + 1)) / picked.length)
    }
    return files
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

/** Thrown if a video cannot be used. The message is shown to the user. */
export class VideoError extends Error {
  override readonly name = 'VideoError'
}

/** Chooses the sharpest frame for each direction, in the order of the video. */
export function chooseFrames(seen: readonly SeenFrame[]): SeenFrame[] {
  const usable = seen.filter(({ look }) => look.problem === undefined && look.direction)
  const median = usable.map(({ look }) => look.sharpness).toSorted((a, b) => a - b)[
    usable.length >> 1
  ]
  const best = new Map<string, SeenFrame>()
  for (const frame of usable) {
    const place = findCapturePlace(frame.look)
    if (!place || frame.look.sharpness < sharpnessMin * (median ?? 0)) continue
    const sectors = perSector * (captureRounds[place.round]?.sectors ?? 1)
    const sector = Math.floor(((frame.look.direction?.azimuth ?? 0) / 360) * sectors)
    const key = `${place.round} ${sector}`
    const other = best.get(key)
    if (!other || other.look.sharpness < frame.look.sharpness) best.set(key, frame)
  }
  return [...best.values()]
    .toSorted((a, b) => b.look.sharpness - a.look.sharpness)
    .slice(0, framesMax)
    .toSorted((a, b) => a.atSeconds - b.atSeconds)
}

/** Explains why a video has too few frames, by the most frequent reason. */
export function explainFewFrames(
  seen: readonly SeenFrame[],
  picked: readonly SeenFrame[],
  countMin: number,
): string {
  const counts = new Map<PhotoProblem, number>()
  for (const { look } of seen) {
    if (look.problem) counts.set(look.problem, (counts.get(look.problem) ?? 0) + 1)
  }
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
  const start = t(
    'The video has {pickedCount} usable frames from different sides, and a scan needs at least {countMin}.',
    { pickedCount: picked.length, countMin },
  )
  if (most === undefined)
    return t('{start} Walk all the way round the object, in three rounds.', { start })
  return t(
    '{start} Most of the other frames have the same problem: each {photoProblems}. Walk slowly, hold the phone still, and keep the mat in view.',
    { start, photoProblems: translateSentence(photoProblems[most]) },
  )
}

async function openVideo(video: HTMLVideoElement, url: string): Promise<void> {
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  const opened = waitFor(video, 'loadeddata')
  video.src = url
  await opened.catch(() => {
    throw new VideoError(
      t('This browser cannot play the video. Save it as MP4 with H.264, or use photos.'),
    )
  })
  if (!Number.isFinite(video.duration)) {
    // Some recorders write no duration, which the browser only computes after a seek beyond the
    // end.
    await seek(video, 1e6)
    if (!Number.isFinite(video.duration)) {
      throw new VideoError(t('The length of the video cannot be read. Use photos instead.'))
    }
  }
}

async function seek(video: HTMLVideoElement, seconds: number): Promise<void> {
  const sought = waitFor(video, 'seeked')
  video.currentTime = seconds
  await sought
}

function waitFor(video: HTMLVideoElement, event: 'loadeddata' | 'seeked'): Promise<void> {
  return new Promise((resolve, reject) => {
    const settle = (error?: Error) => {
      clearTimeout(timer)
      video.removeEventListener(event, succeed)
      video.removeEventListener('error', fail)
      if (error) reject(error)
      else resolve()
    }
    const succeed = () => settle()
    const fail = () =>
      settle(new VideoError(t('The video is damaged and cannot be read to its end.')))
    const timer = setTimeout(fail, seekTimeoutMs)
    video.addEventListener(event, succeed)
    video.addEventListener('error', fail)
  })
}

async function drawFrame(video: HTMLVideoElement, name: string): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/jpeg', 0.92)
  })
  if (!blob) throw new VideoError(t('A frame of the video could not be saved. Use photos instead.'))
  return new File([blob], name, { type: 'image/jpeg' })
}
