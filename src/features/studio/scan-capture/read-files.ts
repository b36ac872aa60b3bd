import { createLooker } from './create-looker.ts'
import { adviseOnSet, describeUnusable, type NamedLook } from './describe-looks.ts'
import { lookAtFile } from './look-at-file.ts'
import { pickFrames } from './pick-frames.ts'

export type ReadFiles = {
  readonly files: readonly File[]
  readonly looks: readonly NamedLook[]
  readonly sentences: readonly string[]
}

type Reading = {
  readonly countMin: number
  readonly onProgress: (done: number) => void
  readonly signal: AbortSignal
}

/**
 * Looks for the printed mat in photos before their upload, and picks frames of videos.
 * @throws {VideoError} if a video cannot be used.
 */
export async function readFiles(
  given: readonly File[],
  { countMin, onProgress, signal }: Reading,
): Promise<ReadFiles> {
  const looker = createLooker()
  const files: File[] = []
  const looks: NamedLook[] = []
  try {
    for (const [k, file] of given.entries()) {
      signal.throwIfAborted()
      const report = (done: number) => onProgress((k + done) / given.length)
      const frames = file.type.startsWith('video/')
        ? await pickFrames(file, { looker, countMin, onProgress: report, signal })
        : [file]
      for (const one of frames) {
        signal.throwIfAborted()
        const look = await lookAtFile(looker, one)
        looks.push({ name: one.name, look })
        if (look?.problem === undefined) files.push(one)
      }
      report(1)
    }
    const sentences = [...describeUnusable(looks), ...adviseOnSet(looks, countMin)]
    return { files, looks, sentences }
  } finally {
    looker.close()
  }
}
