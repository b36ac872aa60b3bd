import type { CutoutMask } from '#contract/files.ts'
import { Button } from '#ui/actions/button.tsx'
import { rich, t } from '#languages/studio.ts'
import { FieldNotice } from '../notice.tsx'
import type { BrushStroke } from './brush.ts'

type Part = CutoutMask['missing'][number]

type MissingPartsProps = {
  parts: readonly Part[]
  size: { width: number; height: number }
  onAdd: (stroke: BrushStroke) => void
}

export const MissingParts = ({ parts, size, onAdd }: MissingPartsProps) => (
  <FieldNotice effect="advise">
    {rich('A part of the object may be missing.{span}', {
      span: (
        <span className="mt-2 flex flex-wrap gap-2">
          {namedParts(parts).map(({ name, part }) => (
            <Button key={name} size="sm" onClick={() => onAdd(strokeOver(part, size))}>
              {name}
            </Button>
          ))}
        </span>
      ),
    })}
  </FieldNotice>
)

export function strokeOver({ strips, strip }: Part, size: MissingPartsProps['size']): BrushStroke {
  const radiusPx = Math.max(1, 0.6 * strip * size.height)
  const points = strips.flatMap(({ x, toX, y }, k) => {
    // The round ends add the radius to both ends of the line, so shorten the line by the radius.
    const [from, to] = [x * size.width + radiusPx, toX * size.width - radiusPx]
    const middle = (from + to) / 2
    const [left, right] = from < to ? [from, to] : [middle, middle]
    const at = y * size.height
    return k % 2 === 0 ? [left, at, right, at] : [right, at, left, at]
  })
  return { mode: 'add', radiusPx, points }
}

/** Returns the parts with button labels. Parts at the same place get a number. */
export function namedParts(parts: readonly Part[]): { part: Part; name: string }[] {
  const places = parts.map(describePlace)
  return parts.map((part, k) => {
    const before = places.slice(0, k).filter((place) => place === places[k]).length
    const number = before > 0 ? ` (${before + 1})` : ''
    return { part, name: t('Add the part at the {places}{number}', { places: places[k], number }) }
  })
}

/** Names of nine places in a picture, row by row. */
const placeNames = [
  t('top left'),
  t('top'),
  t('top right'),
  t('left'),
  t('centre'),
  t('right'),
  t('bottom left'),
  t('bottom'),
  t('bottom right'),
]

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function describePlace({ strips }: Part): string {
  const x = mean(strips.map((strip) => (strip.x + strip.toX) / 2))
  const y = mean(strips.map((strip) => strip.y))
  const row = y < 0.4 ? 0 : y > 0.6 ? 2 : 1
  const column = x < 0.4 ? 0 : x > 0.6 ? 2 : 1
  return placeNames[row * 3 + column] ?? ''
}
