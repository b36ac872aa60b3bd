import { Download, Maximize2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import type { Asset } from '#contract/assets.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { fileName } from '#lib/format.ts'

type ViewerToolbarProps = { asset: Asset; viewer: RefObject<ViewerHandle | null> }

const sides = [
  { side: 'threeQuarter', label: 'Corner', keys: undefined },
  { side: 'front', label: 'Front', keys: '1' },
  { side: 'right', label: 'Right', keys: '3' },
  { side: 'top', label: 'Top', keys: '7' },
] as const

const group =
  'pointer-events-auto flex gap-0.5 rounded-lg border border-line bg-surface-overlay/90 p-0.5 shadow-raised backdrop-blur-sm'

/** Looks at the model from all sides, and takes it home. */
export function ViewerToolbar({ asset, viewer }: ViewerToolbarProps) {
  return (
    <div
      role="toolbar"
      aria-label="View"
      className="pointer-events-none absolute inset-x-3 top-3 flex flex-wrap items-start justify-between gap-2"
    >
      <div className={group}>
        <IconButton
          label="Frame the model"
          keys="F"
          icon={<Maximize2 aria-hidden />}
          onClick={() => viewer.current?.frame()}
        />
        {sides.map(({ side, label, keys }) => (
          <Button
            key={side}
            variant="ghost"
            data-tooltip={`${label} view`}
            data-tooltip-keys={keys}
            className="px-2.5!"
            onClick={() => viewer.current?.view(side)}
          >
            {label}
          </Button>
        ))}
      </div>
      <LinkButton
        href={asset.url}
        download={fileName(asset.name, extensionOf(asset.mimeType))}
        icon={<Download aria-hidden />}
        className="pointer-events-auto"
      >
        {extensionOf(asset.mimeType).toUpperCase()}
      </LinkButton>
    </div>
  )
}

/** The ending of a stored model; GLB unless the type says otherwise. */
function extensionOf(mimeType: string): string {
  switch (mimeType) {
    case 'model/gltf+json':
      return 'gltf'
    case 'model/obj':
      return 'obj'
    case 'model/stl':
      return 'stl'
    case 'model/vnd.usdz+zip':
      return 'usdz'
    default:
      return 'glb'
  }
}
