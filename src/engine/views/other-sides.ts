import type { ObjectColours } from '../colour.ts'
import type { Cutout } from '../crop.ts'
import type { ViewPictures } from '../params.ts'
import type { MaskNetworks } from '../mask/network.ts'
import type { Plane, ThreePlanes } from '../raster/plane.ts'
import { sideView, type SideView } from './side-view.ts'
import { agreeingSides } from './agreeing-sides.ts'
import { fitBack } from './fit-back.ts'
import { readViews, type Views } from './read-views.ts'
import { readProfile, type SideProfile } from './side-profile.ts'

/** What further pictures say about the sides that the main one does not show. */
export type OtherSides = {
  /** The back's colours over the front's crop, mirrored. */
  readonly back?: ObjectColours
  /** Those colours where the back's outline agrees with the front's, so that the shape may follow them. */
  readonly backLinear?: ThreePlanes
  readonly profile?: SideProfile | undefined
  readonly side?: SideView | undefined
  readonly views: Views
}

/** Outlines that overlap less than this do not show one thing from opposite sides. */
const agreementMin = 0.8

type Front = {
  readonly front: Cutout
  readonly colours: ObjectColours
  /** Distance to the front's outline, in pixels of its crop. */
  readonly depth: Plane
}

type Reading = Front & {
  /** The mask networks, or the path of one. */
  readonly masks: string | MaskNetworks
  readonly faceLimit: number
}

/**
 * Reads the further pictures.
 *
 * @param warnings takes sentences about pictures that do not fit.
 * @throws {EngineError} as `readViews`.
 */
export async function readOtherSides(
  pictures: ViewPictures,
  { masks, faceLimit, ...front }: Reading,
  warnings: string[],
): Promise<OtherSides> {
  return otherSidesOf(front, await readViews(pictures, { masks, faceLimit }, warnings), warnings)
}

/**
 * What the objects in further pictures say.
 *
 * @param warnings takes sentences about those that do not fit.
 */
export function otherSidesOf(
  { front, colours, depth }: Front,
  views: Views,
  warnings: string[],
): OtherSides {
  const view = { cutout: front, colours }
  const sides = agreeingSides(view, views, warnings)
  const seen = { views, profile: readProfile(sides, warnings), side: sideView(view, sides) }
  if (!views.back) return seen
  const { colours: back, agreement } = fitBack(front, depth, views.back)
  if (agreement < agreementMin) {
    const percent = Math.round(agreement * 100)
    warnings.push(
      `The outline of the back is not the mirror image of the front's (they agree by ${percent}%); only its colours were used.`,
    )
    return { ...seen, back }
  }
  return { ...seen, back, backLinear: back.linear }
}
