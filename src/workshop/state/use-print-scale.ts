import { useState } from 'react'
import { printHeight } from '#model-files/export/print-height.ts'

/** The size in which a model is printed, for checks, steps, exports and labels. */
export type PrintScale = {
  readonly scale: number
  readonly sizeMm: readonly [number, number, number]
  readonly heightMm: number
  readonly naturalMm: number
  readonly isMisfit: boolean
  readonly isSuggested: boolean
  /** Sets the height of the print, or returns to the suggestion with `undefined`. */
  readonly setHeightMm: (heightMm: number | undefined) => void
}

type PrintScaleOptions = {
  /** Whether the format is for parts with real dimensions. */
  isToScale: boolean
  /** Factor by which edits scaled the model, by default 1. The print keeps its size. */
  factor?: number | undefined
}

type Chosen = { readonly of: string; readonly scale: number | undefined }

/**
 * Manages the scale of the print. Edits such as a cut base change the height, but not the scale.
 * @param subject address of the model when opened.
 */
export function usePrintScale(
  subject: string,
  sizeMetres: readonly number[] | undefined,
  { isToScale, factor = 1 }: PrintScaleOptions,
): PrintScale {
  const [chosen, setChosen] = useState<Chosen>()
  const [suggested, setSuggested] = useState<Chosen>()
  const [known, setKnown] = useState<{ of: string; size: string }>()
  if (sizeMetres && suggested?.of !== subject) {
    setSuggested({ of: subject, scale: suggestScale(sizeMetres, isToScale) })
  }
  const shown = sizeMetres?.map((metres) => metres / factor).join(' ')
  if (shown !== undefined && (known?.of !== subject || known.size !== shown)) {
    setKnown({ of: subject, size: shown })
  }
  // While an edited model loads, the size is that of the previous model.
  const last = shown ?? (known?.of === subject ? known.size : undefined)
  const own = chosen?.of === subject ? chosen.scale : undefined
  const unscaled = own ?? (suggested?.of === subject ? suggested.scale : undefined) ?? 1
  const scale = unscaled / factor
  const [width = 1, height = 1, depth = 1] =
    last?.split(' ').map((metres) => Number(metres) * factor) ?? []
  const toMm = (metres: number) => Number((metres * 1000 * scale).toPrecision(4))
  const sizeMm = [toMm(width), toMm(height), toMm(depth)] as const
  return {
    scale,
    sizeMm,
    heightMm: sizeMm[1],
    naturalMm: Number((height * 1000).toPrecision(4)),
    isMisfit:
      printHeight(
        sizeMm.map((mm) => mm / 1000),
        false,
      ).fittedMm !== undefined,
    isSuggested: own === undefined,
    setHeightMm: (heightMm) =>
      setChosen({
        of: subject,
        scale:
          heightMm === undefined || !(height > 0)
            ? undefined
            : (heightMm / (height * 1000)) * factor,
      }),
  }
}

function suggestScale(sizeMetres: readonly number[], isToScale: boolean): number {
  const { fittedMm } = printHeight(sizeMetres, isToScale)
  const heightMm = (sizeMetres[1] ?? 0) * 1000
  return fittedMm === undefined || !(heightMm > 0) ? 1 : fittedMm / heightMm
}
