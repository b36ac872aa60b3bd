import ImageUp from 'lucide-react/icons/image-up'
import { t } from '#languages/studio.ts'

export const DropHint = () => (
  <div className="pointer-events-none absolute inset-0 z-20 grid place-items-center bg-scrim p-4">
    <div className="grid animate-appear justify-items-center gap-2 rounded-xl border-2 border-dashed border-accent bg-surface-overlay px-10 py-8 text-lg font-medium shadow-overlay">
      <ImageUp aria-hidden className="size-6 text-accent" />
      {t('Drop a picture to use it, or a model to open it')}
    </div>
  </div>
)
