import { t } from '#languages/viewer.ts'
import { heatColors, type HeatMap } from './print-heat.ts'
import type { PrintSetup } from './print-setup.ts'

export function HeatLegend({ map, setup }: { map: HeatMap; setup: PrintSetup }) {
  const { nozzleMm, limitDegrees } = setup
  const [fine, bad, meaning] =
    map === 'walls'
      ? [
          t('{value} mm', { value: Number((nozzleMm * 4).toFixed(2)) }),
          t('{nozzleMm} mm', { nozzleMm }),
          t('Thin walls are red: four lines of the nozzle to one'),
        ]
      : [
          `${limitDegrees}°`,
          '90°',
          t('Steeper than {limitDegrees}° needs supports', { limitDegrees }),
        ]
  return (
    <div className="grid gap-1 text-xs text-ink-muted tabular-nums">
      <p>{meaning}</p>
      <svg
        aria-hidden
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full rounded-full forced-color-adjust-none"
      >
        <defs>
          <linearGradient id="print-heat">
            {heatColors.map((color, at) => (
              <stop key={color} offset={at / (heatColors.length - 1)} stopColor={color} />
            ))}
          </linearGradient>
        </defs>
        <rect width="100" height="4" fill="url(#print-heat)" />
      </svg>
      <div className="flex justify-between">
        <span>{fine}</span>
        <span>{bad}</span>
      </div>
    </div>
  )
}
