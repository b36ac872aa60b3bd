import { withBase } from '#lib/base-path.ts'
import ExternalLink from 'lucide-react/icons/external-link'
import Maximize from 'lucide-react/icons/maximize'
import Rotate3d from 'lucide-react/icons/rotate-3d'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import { useRef, useState } from 'react'
import type { SharedAsset } from '#contract/sharing/shares.ts'
import { reportFailure } from '#ui/feedback/report-failure.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { defaultLook } from '#viewer/look/look.ts'
import { Viewer, type ViewerHandle } from '#viewer/viewer.tsx'

type EmbedViewProps = {
  asset: SharedAsset
  /** Called if the model has animations or variants. Only the editor can control them. */
  onEditorNeeded: () => void
}

export function EmbedView({ asset, onEditorNeeded }: EmbedViewProps) {
  const viewer = useRef<ViewerHandle>(null)
  const [isTurning, setIsTurning] = useState(false)
  return (
    <section aria-label="Model" className="relative h-full backdrop-stage">
      <Viewer
        ref={viewer}
        model={{ url: asset.url, title: asset.name }}
        look={{ ...defaultLook, isTurning }}
        onLoaded={({ animations, variants, scenes }) => {
          if (animations > 0 || variants.length > 0 || scenes.length > 1) onEditorNeeded()
        }}
        onTurningEnded={() => setIsTurning(false)}
        className="h-full"
      />
      <footer className="pointer-events-none absolute inset-x-0 bottom-0 flex items-end justify-between gap-3 p-3">
        <div className="on-stage flex min-w-0 items-center gap-2 text-xs text-ink-muted">
          <img src={withBase('/icon.svg')} alt="" className="size-4 shrink-0" />
          <h1 className="truncate font-medium text-ink">{asset.name}</h1>
          <span className="shrink-0">Bozzetto</span>
        </div>
        <div
          role="toolbar"
          aria-label="View"
          className="pointer-events-auto flex gap-0.5 float p-1"
        >
          <IconButton
            label="Turn by itself"
            isActive={isTurning}
            icon={<Rotate3d aria-hidden />}
            onClick={() => setIsTurning(!isTurning)}
          />
          <IconButton
            label="Reset the view"
            icon={<RotateCcw aria-hidden />}
            onClick={() => viewer.current?.view('threeQuarter')}
          />
          <IconButton
            label="Open with all tools"
            icon={<ExternalLink aria-hidden />}
            onClick={() => window.open(location.href, '_blank', 'noopener')}
          />
          {document.fullscreenEnabled && (
            <IconButton
              label="Full screen"
              icon={<Maximize aria-hidden />}
              onClick={() => void toggleFullScreen().catch(reportFailure('Could not switch'))}
            />
          )}
        </div>
      </footer>
    </section>
  )
}

const toggleFullScreen = (): Promise<void> =>
  document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen()
