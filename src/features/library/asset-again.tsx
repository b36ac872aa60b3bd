import { Boxes, Dices, SlidersHorizontal } from 'lucide-react'
import { useLocation } from 'wouter'
import type { Asset } from '#contract/assets.ts'
import { Button } from '#ui/button.tsx'

/** Starts anew from what made a model: the studio takes over what its address asks for. */
export function AssetAgain({ asset }: { asset: Asset }) {
  const [, navigate] = useLocation()
  if (!asset.recipe || asset.deletedAt !== undefined) return null
  const go = (wish: string) => navigate(`/asset/${asset.id}?use=${wish}`)
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<SlidersHorizontal aria-hidden />} onClick={() => go('settings')}>
        Same settings
      </Button>
      <Button size="sm" icon={<Dices aria-hidden />} onClick={() => go('seed')}>
        Other seed
      </Button>
      <Button size="sm" icon={<Boxes aria-hidden />} onClick={() => go('model')}>
        Other model
      </Button>
    </div>
  )
}
