import { Select } from '#ui/fields/select.tsx'
import type { Filament } from '#model-files/print/steps.ts'
import { formatPercent } from '#lib/format.ts'
import { t } from '#languages/viewer.ts'

type FilamentListProps = {
  filaments: readonly Filament[]
  colors: readonly string[]
  onColor: (from: string, to: string) => void
  onMerge: (from: string, to: string) => void
}

export const mergeFilaments = (
  colors: readonly string[],
  { from, to }: { from: string; to: string },
): string[] => colors.map((color) => (color === from ? to : color))

/** Lists the filaments of a preview. The user can change or merge the colours. */
export function FilamentList({ filaments, colors, onColor, onMerge }: FilamentListProps) {
  const distinct = [...new Set(colors)]
  return (
    <ul aria-label={t('Filaments')} className="divide-y divide-line rounded-lg border border-line">
      {distinct.map((color, at) => {
        const ratio = filaments.reduce(
          (sum, filament, place) => sum + (colors[place] === color ? filament.ratio : 0),
          0,
        )
        return (
          <li key={at} className="flex min-h-11 items-center gap-2.5 py-1 pe-1.5 ps-2.5">
            <input
              type="color"
              aria-label={t('Colour of filament {at}', { at: at + 1 })}
              value={color}
              onChange={({ target }) => {
                const to = target.value.toUpperCase()
                // Rejects an existing colour, which would merge two filaments irreversibly.
                if (!distinct.includes(to)) onColor(color, to)
              }}
              className="size-7 shrink-0 cursor-pointer rounded-md border border-line-strong p-0"
            />
            <span className="font-medium">{at + 1}</span>
            <span className="font-mono text-xs text-ink-muted">{color}</span>
            <span className="ms-auto text-xs text-ink-muted tabular-nums">
              {formatPercent(ratio)}
            </span>
            {distinct.length > 2 && (
              <Select
                aria-label={t('Merge filament {at}', { at: at + 1 })}
                variant="ghost"
                value=""
                placeholder={t('Merge')}
                options={distinct.flatMap((other, place) =>
                  other === color
                    ? []
                    : [
                        {
                          value: other,
                          label: t('Into {place}', { place: place + 1 }),
                          hint: other,
                        },
                      ],
                )}
                onValueChange={(to) => onMerge(color, to)}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}
