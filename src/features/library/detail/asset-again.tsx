import Boxes from 'lucide-react/icons/boxes'
import Dices from 'lucide-react/icons/dices'
import MessageSquareText from 'lucide-react/icons/message-square-text'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { discussPath } from '#queries/discussed-view.ts'
import { Button } from '#ui/actions/button.tsx'
import { t } from '#languages/library.ts'

/** Renders the buttons for what people do with a model, beside the download. */
export function AssetUses({ asset, onShare }: { asset: Asset; onShare: () => void }) {
  const [, navigate] = useLocation()
  // Point clouds and splats cannot be printed.
  const hasSurface = asset.stats?.triangles !== 0
  return (
    <>
      <Button icon={<Share2 aria-hidden />} onClick={onShare}>
        {t('Share')}
      </Button>
      <Button
        icon={<MessageSquareText aria-hidden />}
        onClick={() => navigate(discussPath(asset.id))}
      >
        {t('Discuss')}
      </Button>
      {hasSurface && (
        <Button
          icon={<Printer aria-hidden />}
          onClick={() => navigate(`/asset/${asset.id}?panel=print`)}
        >
          {t('Prepare for printing')}
        </Button>
      )}
    </>
  )
}

export function AssetAgain({ asset }: { asset: Asset }) {
  const [, navigate] = useLocation()
  const go = (wish: string) => navigate(`/asset/${asset.id}?use=${wish}`)
  // The studio has no form for the results of follow-up steps.
  if (!asset.recipe || asset.recipe.source) return null
  return (
    <section aria-label={t('Make it again')}>
      <h3 className="mb-1.5 text-xs font-medium text-ink-muted">{t('Make it again')}</h3>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" icon={<SlidersHorizontal aria-hidden />} onClick={() => go('settings')}>
          {t('Same settings')}
        </Button>
        <Button size="sm" icon={<Dices aria-hidden />} onClick={() => go('seed')}>
          {t('Make a variation')}
        </Button>
        <Button size="sm" icon={<Boxes aria-hidden />} onClick={() => go('model')}>
          {t('Another engine')}
        </Button>
      </div>
    </section>
  )
}
