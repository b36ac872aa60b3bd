import { t } from '#languages/library.ts'

export const SkeletonGrid = () => (
  <output aria-busy aria-label={t('Loading models')} className={gridClass}>
    {Array.from({ length: 12 }, (_, index) => (
      <div key={index}>
        <div className="aspect-square animate-pulse rounded-lg bg-hover" />
        <div className="flex h-13.5 flex-col gap-2 px-1 pt-3">
          <div className="h-3 w-3/5 animate-pulse rounded-sm bg-pressed" />
          <div className="h-3 w-4/5 animate-pulse rounded-sm bg-hover" />
        </div>
      </div>
    ))}
  </output>
)

const gridClass = 'grid grid-cols-[repeat(auto-fill,minmax(min(11rem,44%),1fr))] gap-3 md:gap-4'
