import { t } from '#languages/studio.ts'
import type { MaskBox } from './brush.ts'
import type { CutoutCrop } from './crop.ts'
import { getMaskBox, createMaskEditor, type MaskEdit, type MaskEditor } from './mask-editor.ts'

/** A canvas with the cut-out picture, updated on each change of the mask. */
export type CutoutCanvas = {
  width: number
  height: number
  canvas: HTMLCanvasElement
  apply: (edit: MaskEdit) => void
  paint: MaskEditor['paint']
  box: () => MaskBox | undefined
  drawCrop: (target: HTMLCanvasElement, crop: CutoutCrop) => void
  toPng: (crop: CutoutCrop) => Promise<Blob>
}

/** @param found coverage of each pixel by the object, in the canvas's size. */
export function createCutoutCanvas(pixels: ImageData, found: Uint8Array): CutoutCanvas {
  const { width, height, data } = pixels
  const ceiling = extractAlpha(data)
  const editor = createMaskEditor({ width, height, data: found }, ceiling)
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.className = 'absolute inset-0 size-full'
  const context = getCanvasContext(canvas)

  const show = ({ left, top, right, bottom }: MaskBox) => {
    if (right <= left || bottom <= top) return
    for (let y = top; y < bottom; y++) {
      for (let i = y * width + left; i < y * width + right; i++) {
        data[i * 4 + 3] = editor.mask.data[i] ?? 0
      }
    }
    context.putImageData(pixels, 0, 0, left, top, right - left, bottom - top)
  }
  const drawCrop = (target: HTMLCanvasElement, crop: CutoutCrop) => {
    const on = getCanvasContext(target)
    const scaleX = target.width / crop.width
    const scaleY = target.height / crop.height
    on.clearRect(0, 0, target.width, target.height)
    on.imageSmoothingQuality = 'high'
    on.drawImage(canvas, -crop.left * scaleX, -crop.top * scaleY, width * scaleX, height * scaleY)
  }

  return {
    width,
    height,
    canvas,
    apply: (edit) => {
      editor.apply(edit)
      show({ left: 0, top: 0, right: width, bottom: height })
    },
    paint: (segment) => {
      const changed = editor.paint(segment)
      show(changed)
      return changed
    },
    box: () => getMaskBox(editor.mask),
    drawCrop,
    toPng: (crop) => {
      const target = document.createElement('canvas')
      target.width = crop.outWidth
      target.height = crop.outHeight
      drawCrop(target, crop)
      return new Promise((resolve, reject) => {
        target.toBlob((blob) => {
          if (blob) resolve(blob)
          else reject(new Error(t('The browser could not create the picture.')))
        }, 'image/png')
      })
    },
  }
}

function extractAlpha(rgba: Uint8ClampedArray): Uint8Array {
  const alpha = new Uint8Array(rgba.length / 4)
  for (let i = 0; i < alpha.length; i++) alpha[i] = rgba[i * 4 + 3] ?? 0
  return alpha
}

/**
 * Returns a 2D context.
 * @throws {Error} if the browser lacks memory for another canvas.
 */
export function getCanvasContext(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error(t('The browser ran out of memory for the picture.'))
  return context
}
