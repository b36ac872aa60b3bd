import ArrowDownWideNarrow from 'lucide-react/icons/arrow-down-wide-narrow'
import { assetSortSchema, type AssetSort } from '#contract/assets.ts'
import { createBrowserSetting } from '#lib/browser/browser-setting.ts'
import { Button } from '#ui/actions/button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { t } from '#languages/library.ts'

const labels: { [sort in AssetSort]: string } = {
  newest: t('Newest'),
  oldest: t('Oldest'),
  name: t('Name'),
  largest: t('Largest file'),
  smallest: t('Smallest file'),
}

export const sortSetting = createBrowserSetting<AssetSort>({
  key: 'bozzetto.library-sort',
  fallback: 'newest',
  parse: (text) => assetSortSchema.safeParse(text).data ?? 'newest',
  format: (sort) => sort,
})

type SortMenuProps = { value: AssetSort; onChange: (sort: AssetSort) => void }

export const SortMenu = ({ value, onChange }: SortMenuProps) => (
  <Menu
    items={assetSortSchema.options.map((sort) => ({
      label: labels[sort],
      isChecked: sort === value,
      isChoice: true,
      onSelect: () => onChange(sort),
    }))}
    trigger={createTrigger(labels[value])}
  />
)

const createTrigger =
  (label: string): OverlayTrigger =>
  (trigger) => (
    <Button
      icon={<ArrowDownWideNarrow aria-hidden />}
      {...trigger}
      aria-label={t('Sort: {label}', { label })}
    >
      <span className="max-sm:sr-only">{label}</span>
    </Button>
  )
