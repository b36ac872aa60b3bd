import { withBase } from '#lib/base-path.ts'
import CreditCard from 'lucide-react/icons/credit-card'
import { useEffect, useState } from 'react'
import { Button } from '#ui/actions/button.tsx'
import { Slider } from '#ui/fields/slider.tsx'
import { t } from '#languages/studio.ts'
import { cardHeightMm, cardWidthMm, fitMat } from './mat-fit.ts'

const usualPxPerMm = 96 / 25.4
const pxPerMmRange = [2.5, 9] as const

/**
 * Renders the mat on the screen of a tablet that lies flat. The user first checks the size of the
 * picture.
 */
export function TabletMat() {
  const [pxPerMm, setPxPerMm] = useState(usualPxPerMm)
  const [isShown, setIsShown] = useState(false)
  if (isShown) return <ShownMat pxPerMm={pxPerMm} onBack={() => setIsShown(false)} />
  return (
    <div className="mx-auto grid h-full max-w-xl content-start gap-5 overflow-y-auto p-4 md:pt-9">
      <div className="grid gap-1">
        <h1 className="text-2xl font-semibold">{t('A tablet as the mat')}</h1>
        <p className="text-pretty text-ink-muted">
          {t(
            'Hold a bank card against the screen, and move the slider until the frame has the size of the card.',
          )}
        </p>
      </div>
      <div
        aria-hidden
        className="grid place-items-center rounded-xl border-2 border-dashed border-accent text-ink-faint"
        style={{ width: cardWidthMm * pxPerMm, height: cardHeightMm * pxPerMm }}
      >
        <CreditCard className="size-8" />
      </div>
      <Slider
        aria-label={t('Size of the frame')}
        min={pxPerMmRange[0]}
        max={pxPerMmRange[1]}
        step="any"
        value={pxPerMm}
        onValueChange={setPxPerMm}
      />
      <p className="text-sm text-pretty text-ink-muted">
        {t(
          'Then turn the brightness up and the automatic lock off, lay the tablet flat, and avoid lamps that mirror in its glass. Put the object on the pattern in the middle.',
        )}
      </p>
      <Button variant="primary" size="lg" onClick={() => setIsShown(true)}>
        {t('Show the mat')}
      </Button>
    </div>
  )
}

function ShownMat({ pxPerMm, onBack }: { pxPerMm: number; onBack: () => void }) {
  const [area, setArea] = useState({ width: innerWidth, height: innerHeight })
  useEffect(() => {
    const measure = () => setArea({ width: innerWidth, height: innerHeight })
    addEventListener('resize', measure)
    return () => removeEventListener('resize', measure)
  }, [])
  const fit = fitMat(area, pxPerMm)
  if (!fit.isLargeEnough) {
    return (
      <div className="grid h-full content-center justify-items-center gap-3 p-6 text-center">
        <h1 className="text-2xl font-semibold">{t('This screen is too small')}</h1>
        <p className="max-w-prose text-pretty text-ink-muted">
          {t(
            'The markers would be too small for a camera. Turn the tablet upright, use a larger one of at least 10 inches, or print the mat.',
          )}
        </p>
        <Button variant="primary" onClick={onBack}>
          {t('Back')}
        </Button>
      </div>
    )
  }
  return (
    <button
      type="button"
      onClick={onBack}
      aria-label={t('Back to the size')}
      className="fixed inset-0 z-50 grid size-full place-items-center bg-white text-black"
    >
      <img
        src={withBase('/api/scan-mats/one-page.svg')}
        alt={t('Mat of a scan')}
        className="max-w-none"
        style={{ width: fit.widthPx, height: fit.heightPx }}
      />
      <span className="absolute bottom-1 left-1/2 -translate-x-1/2 text-2xs">
        {t('Length of the printed bar: {barMm} mm', { barMm: fit.barMm })}
      </span>
    </button>
  )
}
