import { Download, Maximize2 } from 'lucide-react'
import type { RefObject } from 'react'
import type { ViewerHandle } from '#viewer/viewer.tsx'
import type { Asset } from '#contract/assets.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { fileName } from './format.ts'

type ViewerToolbarProps = { asset: Asset; viewer: RefObject<ViewerHandle | null> }

const group =
  'pointer-events-auto flex gap-0.5 rounded-lg border border-line bg-surface-overlay/90 p-0.5 shadow-raised backdrop-blur-sm'

/** Looks at the model from all sides, and takes it home. */
export function ViewerToolbar({ asset, viewer }: ViewerToolbarProps) {
  const look = (side: Parameters<ViewerHandle['view']>[0]) => () => viewer.current?.view(side)
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
        <IconButton
          label="Three-quarter view"
          icon={<Box aria-hidden />}
          onClick={look('threeQuarter')}
        />
        <IconButton
          label="Front"
          keys="1"
          icon={<SquareUser aria-hidden />}
          onClick={look('front')}
        />
        <IconButton
          label="Right"
          keys="3"
          icon={<PanelRight aria-hidden />}
          onClick={look('right')}
        />
        <IconButton label="Top" keys="7" icon={<PanelTop aria-hidden />} onClick={look('top')} />
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
