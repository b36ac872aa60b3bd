import type { ObjectColours } from '../colour.ts'
import type { Cutout } from '../crop.ts'
import type { ViewPictures } from '../params.ts'
import type { MaskNetworks } from '../mask/network.ts'
import type { Plane } from '../raster/plane.ts'
import { sideView, type SideView } from './side-view.ts'
import { agreeingSides } from './agreeing-sides.ts'
import { fitBack } from './fit-back.ts'
import { readViews, type Views } from './read-views.ts'
import { readProfile, type SideProfile } from './side-profile.ts'

export type OtherSides = {
  readonly back?: ObjectColours
  readonly profile?: SideProfile | undefined
  readonly side?: SideView | undefined
  readonly views: Views
}

/** Minimum overlap of the outlines of front and back that show one object from opposite sides. */
const agreementMin = 0.8

type Front = {
  readonly front: Cutout
  readonly colours: ObjectColours
  readonly depth: Plane
}

type Reading = Front & {
  readonly masks: string | MaskNetworks
  readonly faceLimit: number
}

/**
 * Reads the pictures of the other sides.
 * @param warnings receives sentences about pictures that do not match.
 * @throws {EngineError} as `readViews`.
 */
export async function readOtherSides(
  pictures: ViewPictures,
  { masks, faceLimit, ...front }: Reading,
  warnings: string[],
): Promise<OtherSides> {
  return combineViews(front, await readViews(pictures, { masks, faceLimit }, warnings), warnings)
}

/**
 * Combines the views of the other sides with the front.
 * @param warnings receives sentences about views that do not match.
 */
export function combineViews(
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
      `The outline of the back is not the mirror image of the front's (they agree by ${percent}%); its colours were stretched to fit.`,
    )
  }
  return { ...seen, back }
}
