import { useQuery } from '@tanstack/react-query'
import { ByPointer } from '#ui/layout/by-pointer.tsx'
import { checkerboard } from '../picture/checkerboard.ts'
import type { StudioPicture } from '../state/picture.ts'
import { samplesQuery, sampleUrl, type Sample } from '../state/queries.ts'

type EmptyCanvasProps = {
  picture: StudioPicture | undefined
  takesPicture: boolean
  onSample: (sample: Sample) => void
}

export const EmptyCanvas = ({ picture, takesPicture, onSample }: EmptyCanvasProps) => (
  <div className="absolute inset-0 overflow-y-auto">
    <div className="grid min-h-full place-items-center p-6">
      {!takesPicture && <OtherSteps />}
      {takesPicture && (picture ? <Ready picture={picture} /> : <FirstSteps onSample={onSample} />)}
    </div>
  </div>
)

function FirstSteps({ onSample }: { onSample: (sample: Sample) => void }) {
  const { data: samples = [] } = useQuery(samplesQuery())
  return (
    <div className="w-full max-w-lg animate-appear text-center">
      <h1 className="text-xl font-semibold tracking-tight md:text-2xl">
        Turn a picture into a 3D model
      </h1>
      <p className="mt-1.5 text-base text-pretty text-ink-muted">
        <ByPointer
          fine="Drop a picture anywhere here, paste one, or try one of these."
          coarse="Choose a picture, or try one of these."
        />
      </p>
      <ul aria-label="Samples" className="mt-5 grid grid-cols-3 gap-2 sm:gap-3 md:mt-8">
        {samples.map((sample) => (
          <li key={sample.file}>
            <button
              type="button"
              onClick={() => onSample(sample)}
              className="group/sample grid w-full justify-items-center gap-1 rounded-xl border border-line bg-surface-raised p-2 text-xs text-ink-muted shadow-raised transition-[border-color,translate] hover:-translate-y-0.5 hover:border-line-strong hover:text-ink sm:p-4"
            >
              <img
                src={sampleUrl(sample)}
                alt=""
                className="h-14 w-full object-contain transition-transform duration-200 group-hover/sample:scale-105 sm:h-24"
              />
              {sample.name}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

const OtherSteps = () => (
  <div className="max-w-sm animate-appear text-center">
    <h1 className="text-xl font-semibold tracking-tight md:text-2xl">Make a 3D model</h1>
    <p className="mt-1.5 text-base text-pretty text-ink-muted">
      Fill in the settings, then generate. The model appears here.
    </p>
  </div>
)

const Ready = ({ picture }: { picture: StudioPicture }) => (
  <div className="grid animate-appear justify-items-center gap-5 text-center">
    <img
      key={picture.url}
      src={picture.url}
      alt={picture.name}
      style={picture.hasAlpha ? checkerboard : undefined}
      className="max-h-[min(22rem,40vh)] min-h-24 max-w-full rounded-xl border border-line object-contain shadow-overlay"
    />
    <div>
      <h1 className="text-lg font-semibold tracking-tight">Ready</h1>
      <p className="mt-0.5 text-base text-ink-muted">Press Generate to turn it into a 3D model.</p>
    </div>
  </div>
)
