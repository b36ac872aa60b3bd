import { clamp } from '#lib/clamp.ts'
import { blur } from '../raster/blur.ts'
import { guidedFilter } from '../raster/guided-filter.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { segment, type Segments } from '../raster/segment.ts'

/** How readily regions merge, and the least there are, as shares of the picture. */
const regions = { looseness: 0.004, areaMin: 0.0015 } as const
/** How much nearer a region becomes over the picture's whole height. */
const groundSlope = 0.25
/** The guided filter's radius as a share of the width, and what it takes for flat (variance of lightness, 0 to 1). */
const following = { radius: 0.02, variance: 4e-4 } as const
/**
 * What makes a region near, chosen by eye: its place in the picture (its lowest point counts a little
 * more than its middle, as things stand on the ground), texture, and what the mask takes for the object.
 */
const nearBy = { place: 0.5, texture: 0.14, salience: 0.4 } as const
const placeOf = { middle: 0.45, lowest: 0.55 } as const
/** Roughness (mean difference in L* to a slight blur) from which a region counts as fully textured. */
const fullRoughness = 1.5
/** Sky fills this share of the top edge, is smoother than this, and lies this much further back. */
const sky = { topMin: 0.15, roughnessMax: 0.8, behind: 0.4 } as const
/** Salience may lift what is near above everything else by this. */
const nearMax = 1.2

/**
 * How near each part of a scene is, roughly 0 to 1.2: low in the picture, textured and salient is
 * near; smooth regions at the top are sky.
 */
export function guessDepth(lab: ThreePlanes, salience: Plane): Plane {
  const { width, height } = salience
  const everywhere = new Uint8Array(width * height).fill(1)
  const segments = segment(
    mapThree(lab, (plane) => blur(plane, 1)),
    everywhere,
    {
      looseness: everywhere.length * regions.looseness,
      areaMin: Math.floor(everywhere.length * regions.areaMin),
    },
  )
  const { nearness, meanY } = judgeRegions(segments, lab[0], salience)
  const depth = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const region = segments.labels[i]
      // Ground comes nearer towards its lower edge; an object does not.
      const slope = (groundSlope * (y - meanY[region])) / height
      depth.data[i] = nearness[region] + slope * (1 - salience.data[i])
    }
  }
  const guide = createPlane(width, height)
  for (let i = 0; i < guide.data.length; i++) guide.data[i] = lab[0].data[i] / 100
  return guidedFilter(guide, depth, {
    radius: Math.max(3, Math.round(width * following.radius)),
    epsilon: following.variance,
  })
}

function judgeRegions({ labels, count }: Segments, lightness: Plane, salience: Plane) {
  const { width, height } = salience
  const smooth = blur(lightness, 1.2)
  const area = new Float64Array(count)
  const sumY = new Float64Array(count)
  const lowest = new Float64Array(count)
  const texture = new Float64Array(count)
  const salient = new Float64Array(count)
  const atTop = new Float64Array(count)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const region = labels[i]
      area[region]++
      sumY[region] += y
      lowest[region] = y
      texture[region] += Math.abs(lightness.data[i] - smooth.data[i])
      salient[region] += salience.data[i]
      if (y < 2) atTop[region]++
    }
  }
  const nearness = new Float64Array(count)
  const meanY = new Float64Array(count)
  for (let region = 0; region < count; region++) {
    meanY[region] = sumY[region] / area[region]
    const place = (placeOf.middle * meanY[region] + placeOf.lowest * lowest[region]) / height
    const roughness = texture[region] / area[region]
    const isSky = atTop[region] > sky.topMin * width && roughness < sky.roughnessMax
    nearness[region] = clamp(
      nearBy.place * place +
        nearBy.texture * Math.min(1, roughness / fullRoughness) +
        (nearBy.salience * salient[region]) / area[region] -
        (isSky ? sky.behind : 0),
      0,
      nearMax,
    )
  }
  return { nearness, meanY }
}
