import type { Asset } from '#contract/assets.ts'
import { describeExtents } from './asset-facts.tsx'

export const PhoneSize = ({ asset: { stats } }: { asset: Asset }) =>
  stats ? (
    <p className="text-pretty text-ink-muted">
      In augmented reality, it measures{' '}
      <strong className="font-medium text-ink">{describeExtents(stats)}</strong>. If this is not its
      true size, use <em>Make a version › Set size</em> and share that version.
    </p>
  ) : null
