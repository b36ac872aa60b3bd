import { translateSentence } from '#lib/language/translate-sentence.ts'
import { joinWithCommas, joinWith } from '#lib/format.ts'
import type { PhotoLook } from '#lib/scan/live-messages.ts'
import { type PhotoProblem, photoProblems } from '#lib/scan/photo-problems.ts'
import { t } from '#languages/studio.ts'
import { captureRounds, findCapturePlace } from './coverage.ts'

export type NamedLook = { readonly name: string; readonly look: PhotoLook | undefined }

const namesMax = 4
/**
 * Minimum number of photos from near table height. With fewer low photos, flat tops become domed.
 */
const lowMin = 4
/** Gaps between photos around the object up to this angle, in degrees, cause no advice. */
const gapMax = 75

/** Returns one sentence for each reason why photos cannot be used. */
export function describeUnusable(looks: readonly NamedLook[]): string[] {
  const names = new Map<PhotoProblem, string[]>()
  for (const { name, look } of looks) {
    if (look?.problem) names.set(look.problem, [...(names.get(look.problem) ?? []), name])
  }
  return [...names].map(([problem, list]) =>
    t(
      '{list} {listCount, plural, one {} other {each }}{photoProblems} and {listCount, plural, one {is} other {are}} not used.',
      {
        list: listNames(list),
        listCount: list.length,
        photoProblems: translateSentence(photoProblems[problem]),
      },
    ),
  )
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, namesMax)
  const rest = names.length - shown.length
  if (rest > 0) return t('{shown} and {rest} more', { shown: joinWithCommas(shown), rest })
  return joinWith('and', shown)
}

/**
 * Returns sentences that say, before the scan runs, why a set of photos cannot make a good scan.
 */
export function adviseOnSet(looks: readonly NamedLook[], countMin: number): string[] {
  const good = looks.filter(({ look }) => look?.problem === undefined)
  const advice: string[] = []
  if (good.length < countMin) {
    advice.push(
      t(
        'A scan needs at least {countMin} usable photos, and {goodCount, plural, one {there is} other {there are}} {goodCount}. About 36 from all sides work best.',
        { countMin, goodCount: good.length },
      ),
    )
  }
  const sizes = countBy(good, ({ look }) => look && toSize(look))
  const [usual, ...others] = [...sizes].toSorted((a, b) => b[1] - a[1])
  const odd = others.reduce((sum, [, count]) => sum + count, 0)
  if (usual && odd > 0) {
    advice.push(
      t(
        '{odd} of the photos {odd, plural, one {has} other {have}} another size than most and will be left out. Use one camera, without zoom and without cropping.',
        { odd },
      ),
    )
  }
  const mats = countBy(good, ({ look }) => look?.mat)
  if (mats.size > 1) advice.push(t('The photos show different mats. Use one mat for all photos.'))
  return [...advice, ...adviseOnSides(good, countMin)]
}

function adviseOnSides(looks: readonly NamedLook[], countMin: number): string[] {
  const seen = looks.flatMap(({ look }) => look?.direction ?? [])
  if (seen.length < countMin) return []
  const advice: string[] = []
  const low = seen.filter((direction) => findCapturePlace({ direction })?.round === 0).length
  if (low < lowMin) {
    advice.push(
      t(
        'Only {low} photos are from near table height. Without them, flat tops come out domed: take about {sectors} all round.',
        { low, sectors: captureRounds[0]?.sectors },
      ),
    )
  }
  const angles = seen.map(({ azimuth }) => azimuth).toSorted((a, b) => a - b)
  const gaps = angles.map((angle, k) => (angles[k + 1] ?? (angles[0] ?? 0) + 360) - angle)
  const widest = Math.round(Math.max(...gaps))
  if (widest > gapMax) {
    advice.push(
      t('A side of {widest} degrees is in no photo. Walk all the way round the object.', {
        widest,
      }),
    )
  }
  return advice
}

/**
 * The size ignores orientation, because a camera takes landscape and upright photos of the same
 * size.
 */
const toSize = ({ width, height }: PhotoLook): string =>
  `${Math.max(width, height)} ${Math.min(width, height)}`

function countBy(
  looks: readonly NamedLook[],
  read: (look: NamedLook) => string | undefined,
): Map<string, number> {
  const counts = new Map<string, number>()
  for (const look of looks) {
    const key = read(look)
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}
