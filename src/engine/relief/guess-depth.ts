import { clamp } from '#lib/clamp.ts'
import { blur } from '../raster/blur.ts'
import { guidedFilter } from '../raster/guided-filter.ts'
import { createPlane, mapThree, type Plane, type ThreePlanes } from '../raster/plane.ts'
import { segment, type Segments } from '../raster/segment.ts'

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
    { looseness: everywhere.length * 0.004, areaMin: Math.floor(everywhere.length * 0.0015) },
  )
  const { nearness, meanY } = judgeRegions(segments, lab[0], salience)
  const depth = createPlane(width, height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const i = y * width + x
      const region = segments.labels[i]
      // Ground comes nearer towards its lower edge; an object does not.
      const slope = (0.25 * (y - meanY[region])) / height
      depth.data[i] = nearness[region] + slope * (1 - salience.data[i])
    }
  }
  const guide = createPlane(width, height)
  for (let i = 0; i < guide.data.length; i++) guide.data[i] = lab[0].data[i] / 100
  return guidedFilter(guide, depth, Math.max(3, Math.round(width * 0.02)), 4e-4)
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
    const place = (0.45 * meanY[region] + 0.55 * lowest[region]) / height
    const roughness = texture[region] / area[region]
    const isSky = atTop[region] > 0.15 * width && roughness < 0.8
    nearness[region] = clamp(
      0.5 * place +
        0.14 * Math.min(1, roughness / 1.5) +
        (0.4 * salient[region]) / area[region] -
        (isSky ? 0.4 : 0),
      0,
      1.2,
    )
  }
  return { nearness, meanY }
}
