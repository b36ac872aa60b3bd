import { boxBlurInPlace } from '../../raster/blur.ts'
import type { Plane } from '../../raster/plane.ts'
import type { Lens, Pose } from '../cameras/lens.ts'
import type { Mat } from '../mat/mat-layout.ts'
import { boundOutline, type Crop, cropPixels, type ScanView } from '../scan-view.ts'
import { blockSide, fitLight, type Light } from './fit-light.ts'
import { guideMask } from './guided-mask.ts'
import { type Page, predictPage } from './predict-page.ts'

/** Largest difference that noise and rounding cause, as sRGB values from 0 to 1. */
const noise = 0.065
const misfitMax = 3.5
/** Distance from the outline, in px, up to which a photo is compared with the mat again. */
const outlineMargin = 30

/**
 * Estimates the probability that a pixel shows the object: low where the photo shows the mat's
 * print, and high where the photo differs from the print.
 */
export function compareWithMat(
  crop: Crop,
  camera: { readonly mat: Mat; readonly lens: Lens; readonly pose: Pose },
): Pick<ScanView, 'onPage' | 'matChance' | 'white'> {
  const page = predictPage(crop, camera)
  const light = fitLight(crop, page)
  const chance = estimateChance(crop, { page, light })
  const guided = guideMask(chance, crop, { radius: 6, epsilon: 2e-3 })
  const matChance = new Uint8Array(chance.length).fill(128)
  for (let i = 0; i < chance.length; i++) {
    if (page.onPage[i]) matChance[i] = toByte(0.5 * (guided[i] + chance[i]))
  }
  return { onPage: page.onPage, matChance, white: light.white }
}

/**
 * Compares the surroundings of the outline with the mat again. The light is fitted to the pixels
 * that show the mat according to the comparison before, and pixels inside and outside the outline
 * are judged apart. Otherwise the mat beside the object would look like the object.
 */
export function compareOutline(view: ScanView, mat: Mat): void {
  const box = boundOutline(view, outlineMargin)
  if (!box) return
  const crop = (image: Uint8Array) => cropPixels(image, view, box)
  const part = { ...box, rgb: crop(view.rgb) }
  const page = predictPage(part, { ...view, mat })
  const light = fitLight(part, page, crop(view.matChance))
  const chance = estimateChance(part, { page, light }, crop(view.outline))
  for (let y = 0, k = 0; y < box.height; y++) {
    let i = (y + box.top - view.top) * view.width + box.left - view.left
    for (let x = 0; x < box.width; x++, k++, i++) {
      if (page.onPage[k]) view.matChance[i] = toByte(chance[k])
    }
  }
}

const toByte = (chance: number) => Math.round(255 * Math.max(0.02, Math.min(0.97, chance)))

function estimateChance(
  crop: Crop,
  { page, light }: { readonly page: Page; readonly light: Light },
  outline?: Uint8Array,
): Float32Array {
  const misfit = measureMisfit(crop, page, light)
  const { width, height } = crop
  const [fine, coarse, fineOn, coarseOn] = [0, 1, 2, 3].map((k) => ({
    width,
    height,
    data: k < 2 ? misfit.slice() : Float32Array.from(page.onPage),
  }))
  const reach = Math.max(5, Math.round(width / 75))
  for (const plane of [fine, fineOn]) boxBlurInPlace(plane, 1)
  for (const plane of [coarse, coarseOn]) {
    if (outline) averageApart(plane, outline, reach)
    else boxBlurInPlace(plane, reach)
  }
  const chance = new Float32Array(width * height).fill(0.5)
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / blockSide) * light.columns
    for (let x = 0; x < width; x++, i++) {
      if (!page.onPage[i]) continue
      const near = fine.data[i] / fineOn.data[i]
      const both = 0.35 * near + (0.65 * coarse.data[i]) / coarseOn.data[i]
      const evidence = Math.max(0.75 * near, both)
      const trust = Math.min(1, light.trust[row + Math.floor(x / blockSide)])
      const recognised = 0.9 * trust * Math.max(0, Math.min(1, 2 - near))
      chance[i] = (1 - recognised) / (1 + Math.exp(-5 * (evidence - 1)))
    }
  }
  return chance
}

/** Averages the values inside the outline and those outside the outline separately. */
function averageApart(plane: Plane, outline: Uint8Array, reach: number): void {
  const inside = { ...plane, data: plane.data.map((value, i) => value * outline[i]) }
  for (let i = 0; i < outline.length; i++) if (outline[i]) plane.data[i] = 0
  for (const one of [plane, inside]) boxBlurInPlace(one, reach)
  for (let i = 0; i < outline.length; i++) if (outline[i]) plane.data[i] = inside.data[i]
}

function measureMisfit({ width, height, rgb }: Crop, { ink, onPage }: Page, light: Light) {
  const misfit = new Float32Array(width * height)
  const { data } = ink
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / blockSide) * light.columns
    const [above, below] = [y > 0 ? -width : 0, y < height - 1 ? width : 0]
    for (let x = 0; x < width; x++, i++) {
      if (!onPage[i]) continue
      const block = row + Math.floor(x / blockSide)
      const across = data[i + (x < width - 1 ? 1 : 0)] - data[i - (x > 0 ? 1 : 0)]
      const slope = Math.max(Math.abs(across), Math.abs(data[i + below] - data[i + above]))
      for (let c = 0; c < 3; c++) {
        const gain = light.gain[c][block]
        const expected = light.dark[c][block] + gain * data[i]
        const error = Math.abs(rgb[i * 3 + c] / 255 - expected)
        // Tolerate more near edges of the print, where a small error of the camera's pose causes a
        // large difference.
        misfit[i] = Math.max(misfit[i], error / (noise + 0.45 * slope * Math.abs(gain)))
      }
      misfit[i] = Math.min(misfit[i], misfitMax)
    }
  }
  return misfit
}
