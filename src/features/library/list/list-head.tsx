import { toMidSentence } from '#lib/format.ts'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import type { AssetSort } from '#contract/assets.ts'
import { cn } from '#ui/cn.ts'
import { t } from '#languages/library.ts'
import { columnClass } from './column-class.ts'

type ListHeadProps = { sort: AssetSort; onSort: (sort: AssetSort) => void }

export const ListHead = ({ sort, onSort }: ListHeadProps) => (
  <div className="flex h-9 items-center gap-4 border-b border-line px-2 text-xs font-medium text-ink-muted">
    <span className="ms-13 min-w-0 flex-1">
      <SortButton label={t('Name')} sort={sort} orders={['name']} onSort={onSort} />
    </span>
    <span className={columnClass.maker}>{t('Made by')}</span>
    <span className={columnClass.height}>{t('Height')}</span>
    <span className={columnClass.triangles}>{t('Triangles')}</span>
    <span className={columnClass.size}>
      <SortButton label={t('Size')} sort={sort} orders={['largest', 'smallest']} onSort={onSort} />
    </span>
    <span className={columnClass.made}>
      <SortButton label={t('Made')} sort={sort} orders={['newest', 'oldest']} onSort={onSort} />
    </span>
  </div>
)

type SortButtonProps = ListHeadProps & { label: string; orders: readonly [AssetSort, AssetSort?] }

function SortButton({ label, sort, orders, onSort }: SortButtonProps) {
  const [first, reverse = first] = orders
  const isOn = orders.includes(sort)
  const Arrow = sort === 'newest' || sort === 'largest' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      aria-label={t('Sort by {label}', { label: toMidSentence(label) })}
      aria-pressed={isOn}
      onClick={() => onSort(sort === first ? reverse : first)}
      className={cn('inline-flex h-7 items-center gap-1 hover:text-ink', isOn && 'text-ink')}
    >
      {label}
      {isOn && <Arrow aria-hidden className="size-3.25" />}
    </button>
  )
}
