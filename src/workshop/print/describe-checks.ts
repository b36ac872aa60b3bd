import { joinWithCommas } from '#lib/format.ts'
import { language } from '#lib/language/translate.ts'
import { printHeight, printLengthMmMin } from '#model-files/export/print-height.ts'
import {
  findThinnestWall,
  type PrintMeasures,
  sumThinArea,
} from '#model-files/print/checks/check-print.ts'
import { t } from '#languages/viewer.ts'
import { formatAreaOrVolume } from '../report/format-area.ts'
import type { FixableRow, PrintFix } from './print-check-row.ts'
import { findPrinter, getFit, type PrintSetup } from './print-setup.ts'
import { suggestedLengths } from './suggested-lengths.ts'

type Print = { scale: number; heightMm: number; sizeMm: readonly [number, number, number] }

/** Minimum thickness of a wall that prints well, in nozzle diameters. */
const wallLinesMin = 2
/**
 * Fraction of the surface up to which thin walls are ignored, because small areas are tips or sharp
 * edges.
 */
const thinAreaRatio = 0.002
/** Tipping angle in degrees below which the nozzle may knock a print over. */
const tipDegreesMin = 8
/** Fraction of the surface up to which overhangs need no support. */
const overhangRatio = 0.005

const formatMm = (mm: number): string =>
  t('{mm} mm', { mm: Number(mm.toPrecision(mm < 10 ? 2 : 3)) })

const toMetres = ({ sizeMm }: Pick<Print, 'sizeMm'>) => sizeMm.map((mm) => mm / 1000)

/** Describes the results of the checks, with the user's options for each problem. */
export function describeChecks(
  measures: PrintMeasures,
  { print, setup }: { print: Print; setup: PrintSetup },
): FixableRow[] {
  return [
    ...withOneHeight([
      describeWalls(measures, print, setup),
      describeThinPlaces(measures, print, setup),
    ]),
    describeOverhangs(measures, print, setup),
    describeStability(measures, print),
  ]
}

/** Rounds a height up or down to three digits. */
function roundTo3(mm: number, round: (value: number) => number): number {
  const step = 10 ** (Math.floor(Math.log10(mm)) - 2)
  // The quotient may have a rounding error, such as 816.0000000001.
  return Number((round(Number((mm / step).toPrecision(10))) * step).toPrecision(3))
}

const toHeightFix = (heightMm: number): PrintFix => ({
  kind: 'height',
  heightMm,
  label: t('{wanted} mm high', { wanted: heightMm }),
  action: t('Make it {heightMm} mm high', { heightMm }),
})

/** Gives all rows the largest of their heights, which fixes all of them. */
function withOneHeight(rows: readonly FixableRow[]): FixableRow[] {
  const heights = rows.flatMap(({ fix }) => (fix?.kind === 'height' ? [fix.heightMm] : []))
  return rows.map((row) => (row.fix ? { ...row, fix: toHeightFix(Math.max(...heights)) } : row))
}

const higher = ({ heightMm }: Print, factor: number): PrintFix | undefined => {
  const wanted = roundTo3(heightMm * factor, Math.ceil)
  return wanted > heightMm && factor < 20 ? toHeightFix(wanted) : undefined
}

function describeWalls(measures: PrintMeasures, print: Print, setup: PrintSetup): FixableRow {
  const thinnestMm = findThinnestWall(measures) * print.scale * 1000
  const wantedMm = setup.nozzleMm * wallLinesMin
  const isFine = thinnestMm >= wantedMm * 0.98
  return {
    tone: isFine ? 'good' : thinnestMm < setup.nozzleMm ? 'bad' : 'look',
    title: t('Walls'),
    value: Number.isFinite(thinnestMm) ? formatMm(thinnestMm) : t('none'),
    detail: isFine
      ? t('Thinnest place')
      : t('Thinnest place; use at least {wantedMm}, two lines of the nozzle.', {
          wantedMm: formatMm(wantedMm),
        }),
    ...(!isFine && { fix: higher(print, (wantedMm / thinnestMm) * 1.02) }),
  }
}

function describeThinPlaces(measures: PrintMeasures, print: Print, setup: PrintSetup): FixableRow {
  const thin = sumThinArea(measures, setup.nozzleMm / 1000 / print.scale)
  const isFine = thin <= measures.area * thinAreaRatio
  return {
    tone: isFine ? 'good' : 'look',
    title: t('Fine details'),
    value: isFine ? t('none lost') : formatAreaOrVolume(thin * print.scale ** 2, 2),
    detail: isFine
      ? t('All wider than the nozzle of {nozzleMm}', { nozzleMm: formatMm(setup.nozzleMm) })
      : t('Thinner than the nozzle of {nozzleMm}: a slicer leaves them out.', {
          nozzleMm: formatMm(setup.nozzleMm),
        }),
    ...(!isFine && {
      fix: higher(print, setup.nozzleMm / 1000 / print.scale / findThinnestWall(measures)),
    }),
  }
}

export const needsSupports = ({ overhang, area }: Pick<PrintMeasures, 'overhang' | 'area'>) =>
  overhang.area > area * overhangRatio || overhang.islands > 0

function describeOverhangs(
  { overhang, area }: PrintMeasures,
  { scale }: Print,
  { limitDegrees }: PrintSetup,
): FixableRow {
  const isFine = !needsSupports({ overhang, area })
  const places = [
    overhang.places > 0 &&
      t('{places, plural, one {# place} other {# places}}', { places: overhang.places }),
    overhang.islands > 0 &&
      t('{islands, plural, one {# place} other {# places}} where printing starts in the air', {
        islands: overhang.islands,
      }),
  ].filter((one) => one !== false)
  return {
    tone: isFine ? 'good' : 'look',
    title: t('Overhangs'),
    value: isFine ? t('none') : formatAreaOrVolume(overhang.area * scale ** 2, 2),
    detail: isFine
      ? t('Nothing steeper than {limitDegrees}°', { limitDegrees })
      : t(
          'Steeper than {limitDegrees}°{placesCount, select, true {: {places}} other {}}. Add supports in the slicer, or turn it.',
          { limitDegrees, places: joinWithCommas(places), placesCount: places.length > 0 },
        ),
    ...(!isFine && {
      isSupportable: true,
      fix: {
        kind: 'step',
        step: { kind: 'turn' },
        label: t('Turn'),
        action: t('Turn it for the least support'),
      },
    }),
  }
}

function describeStability({ tipDegrees, overhang }: PrintMeasures, print: Print): FixableRow {
  const isFine = tipDegrees >= tipDegreesMin
  const mm = suggestedLengths(toMetres(print)).baseMm
  return {
    tone: isFine ? 'good' : tipDegrees < 0 ? 'bad' : 'look',
    title: t('Stands'),
    value: tipDegrees < 0 ? t('falls over') : isFine ? t('firmly') : t('unsteadily'),
    detail: isFine
      ? t('Leans {tipDegrees}° before it tips over', { tipDegrees: Math.round(tipDegrees) })
      : overhang.contactArea > 0
        ? t('Tips over easily: trim the bottom for a wider foot.')
        : t('Touches the bed in a point only: trim the bottom for a flat foot.'),
    ...(!isFine && {
      fix: {
        kind: 'step',
        step: { kind: 'base', heightMm: mm },
        label: t('Trim {mm} mm', { mm }),
        action: t('Cut {mm} mm off the bottom', { mm }),
      },
    }),
  }
}

export function describeBed({ sizeMm, heightMm }: Print, setup: PrintSetup): FixableRow {
  const { name, bedMm } = findPrinter(setup.printer)
  const factor = getFit(sizeMm, bedMm)
  const [width, height, depth] = sizeMm.map((mm) =>
    mm.toLocaleString(language, { maximumSignificantDigits: 3 }),
  )
  const largest = roundTo3(heightMm * factor * 0.99, Math.floor)
  const title = t('Fits the bed')
  const value = `${width} × ${depth}\u00a0mm`
  if (Math.max(...sizeMm) < printLengthMmMin) {
    const { fittedMm } = printHeight(toMetres({ sizeMm }), false)
    return {
      tone: 'look',
      title,
      value,
      detail: t('Very small. Check the unit of the file, or make it higher.'),
      ...(fittedMm !== undefined && { fix: toHeightFix(fittedMm) }),
    }
  }
  return {
    tone: factor < 1 ? 'bad' : 'good',
    title,
    value,
    detail:
      factor < 1
        ? t('Larger than the {bedMm} mm of {name}. Make it smaller, or cut it.', {
            bedMm: bedMm.join(' × '),
            name,
          })
        : t('{name}, {height} of {bedMm} mm high', { name, height, bedMm: bedMm[2] }),
    ...(factor < 1 && { fix: toHeightFix(largest) }),
  }
}
