import { EngineError } from '../errors.ts'
import { photosMin } from '../scan-params.ts'
import { type PhotoProblem, photoProblems } from '#lib/scan/photo-problems.ts'

/** Result for one photo. `problem` is missing if the photo was used. */
export type PhotoReport = {
  readonly problem?: PhotoProblem
  /**
   * Root mean square error of the mat's corners in the photo, in px of a photo with a long side of
   * 1600 px.
   */
  readonly errorPx?: number
}

export const matLabels = {
  'one-page': 'one page',
  'two-pages': 'two pages',
  'four-pages': 'four pages',
} as const

/** Returns one sentence per problem, which names the photos by number, starting at 1. */
export function describeProblems(photos: readonly PhotoReport[]): string[] {
  const numbers = new Map<PhotoProblem, number[]>()
  for (const [index, { problem }] of photos.entries()) {
    if (problem && problem !== 'left-out')
      numbers.set(problem, [...(numbers.get(problem) ?? []), index + 1])
  }
  return [...numbers].map(([problem, list]) =>
    list.length === 1
      ? `Photo ${list[0]} was left out: it ${photoProblems[problem]}.`
      : `Photos ${list.slice(0, -1).join(', ')} and ${list.at(-1)} were left out: each ${photoProblems[problem]}.`,
  )
}

/**
 * Creates the error for a scan with too few usable photos. The message says how to solve the most
 * frequent problem.
 */
export function createFewPhotosError(photos: readonly PhotoReport[]): EngineError {
  const used = photos.filter(({ problem }) => !problem).length
  const counts = new Map<PhotoProblem, number>()
  for (const { problem } of photos) if (problem) counts.set(problem, (counts.get(problem) ?? 0) + 1)
  const [most] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
  const start =
    used === 0 && counts.size === 1
      ? `All ${photos.length} photos have the same problem: each ${photoProblems[most ?? 'no-markers']}.`
      : `Only ${used} of ${photos.length} photos can be used, and a scan needs at least ${photosMin}.`
  const rest = used === 0 && counts.size === 1 ? [] : describeProblems(photos)
  return new EngineError('photos_unusable', [start, ...rest, getAdvice(most)].join(' '))
}

function getAdvice(problem: PhotoProblem | undefined): string {
  switch (problem) {
    case undefined:
      return 'Take about 36 photos from all sides.'
    case 'blurred':
      return 'Hold the phone still, tap to focus, and use more light.'
    case 'too-dark':
      return 'Use more light.'
    case 'mirrored':
      return 'Turn off mirroring in the camera app, or use the camera on the back of the phone.'
    case 'inverted':
      return 'Use the photos as the camera saved them, without changing their colours.'
    case 'stretched':
      return 'Use the photos as the camera saved them, without changing their width or height.'
    case 'no-markers':
      return 'Print the mat at 100 %, put the object on it, and keep at least half of the mat in each photo.'
    case 'unreadable':
      return 'Use JPEG, PNG, WebP or HEIC photos.'
    case 'other-size':
      return 'Take all photos with the same camera, without zoom and without cropping.'
    case 'other-mat':
      return 'Use one mat for all photos.'
    case 'bad-pose':
      return 'Lay the mat flat, and do not move it or the object between photos.'
    case 'left-out':
      return 'Take some of the photos back in.'
    case 'disagrees':
      return 'Use a table and a background in another colour than the object.'
  }
}
