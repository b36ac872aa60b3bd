import { clamp } from '#lib/clamp.ts'
import { blur } from '../raster/blur.ts'
import { guidedFilter } from '../raster/guided-filter.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { segment, type Segments } from '../raster/segment.ts'

/**
 * Parameters of the segmentation as fractions of the picture's area: `looseness`, and the area of
 * the smallest region.
 */
const regions = { looseness: 0.004, areaMin: 0.0015 } as const
/** Growth of the nearness (0 to 1) of the ground from the picture's top to its bottom. */
const groundSlope = 0.25
/**
 * Settings of the guided filter: `radius` as a fraction of the width, and the variance of lightness
 * (0 to 1) below which an area is smoothed.
 */
const following = { radius: 0.02, variance: 4e-4 } as const
/**
 * Weights of the properties that make a region near, chosen by eye: a low position, texture, and
 * belonging to the main object.
 */
const nearBy = { place: 0.5, texture: 0.14, salience: 0.4 } as const
const placeWeights = { middle: 0.45, lowest: 0.55 } as const
const fullRoughness = 1.5
/**
 * Limits of a region that is sky: minimum covered fraction of the top edge, and maximum roughness.
 * The sky's nearness is reduced by `behind`.
 */
const sky = { topMin: 0.15, roughnessMax: 0.8, behind: 0.4 } as const
const nearMax = 1.2

/**
 * Predicts how near each part of a scene is, from about 0 to 1.2. Low, textured and salient areas
 * are near, and smooth regions at the top are sky.
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
      // Ground becomes nearer towards its lower edge, objects do not.
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
    const place =
      (placeWeights.middle * meanY[region] + placeWeights.lowest * lowest[region]) / height
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
