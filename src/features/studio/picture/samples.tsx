import { useQuery } from '@tanstack/react-query'
import { t } from '#languages/studio.ts'
import type { StudioPicture } from '../state/picture.ts'
import { sampleFileName, samplesQuery, sampleUrl, type Sample } from '../state/queries.ts'

export function SampleList({
  chosen,
  onSample,
}: {
  chosen: StudioPicture | undefined
  onSample: (sample: Sample) => void
}) {
  const { data: samples = [] } = useQuery(samplesQuery())
  return (
    <fieldset aria-label={t('Samples')} className="grid grid-cols-6 gap-1.5">
      {samples.length === 0 && <span className="aspect-square" />}
      {samples.map((sample) => (
        <button
          key={sample.file}
          type="button"
          aria-label={t('Sample: {name}', { name: sample.name })}
          aria-pressed={chosen?.name === sampleFileName(sample)}
          data-tooltip={sample.name}
          onClick={() => onSample(sample)}
          className="aspect-square overflow-hidden rounded-md border border-line bg-surface-sunken p-1 transition-colors hover:border-ink-faint aria-pressed:border-accent aria-pressed:bg-accent-soft"
        >
          <img src={sampleUrl(sample)} alt="" className="size-full object-contain" />
        </button>
      ))}
    </fieldset>
  )
}
