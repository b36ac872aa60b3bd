import Code from 'lucide-react/icons/code'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import ExternalLink from 'lucide-react/icons/external-link'
import Eye from 'lucide-react/icons/eye'
import FileDiff from 'lucide-react/icons/file-diff'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import Monitor from 'lucide-react/icons/monitor'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Smartphone from 'lucide-react/icons/smartphone'
import Tablet from 'lucide-react/icons/tablet'
import X from 'lucide-react/icons/x'
import type { ReactNode } from 'react'
import { openPreviewsSetting } from '#lib/browser/open-previews.ts'
import { IconButton } from '#ui/actions/icon-button.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { saveFile } from '#ui/save-file.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/app.ts'
import { getPreviewFileName, getPreviewTitle } from './preview-names.ts'
import { isFramed, type Preview } from '../preview-kinds/preview-kinds.ts'
import { withBase } from '#lib/base-path.ts'
import { showToast } from '#ui/feedback/toasts.ts'
import { createPreviewDocument } from './previews.ts'

export type PreviewTab = 'preview' | 'code' | 'changes'
export type PreviewWidth = 'full' | 'tablet' | 'phone'

type PreviewHeaderProps = {
  preview: Preview
  tab: PreviewTab
  onTab: (tab: PreviewTab) => void
  hasChanges: boolean
  width: PreviewWidth
  onWidth: (width: PreviewWidth) => void
  versions: ReactNode
  onAsk: (() => void) | undefined
  onRestart: () => void
  onClose: () => void
}

const tabs = [
  { value: 'preview' as const, label: t('Preview'), icon: <Eye aria-hidden /> },
  { value: 'code' as const, label: t('Code'), icon: <Code aria-hidden /> },
  { value: 'changes' as const, label: t('Changes'), icon: <FileDiff aria-hidden /> },
]

const widths = [
  { value: 'full' as const, label: t('Full width'), icon: <Monitor aria-hidden /> },
  { value: 'tablet' as const, label: t('Width of a tablet'), icon: <Tablet aria-hidden /> },
  { value: 'phone' as const, label: t('Width of a phone'), icon: <Smartphone aria-hidden /> },
]

export function PreviewHeader({ preview, tab, width, versions, ...props }: PreviewHeaderProps) {
  const options = tabs
    .filter(({ value }) => value !== 'changes' || props.hasChanges)
    .map(({ label, ...option }) => ({
      ...option,
      title: label,
      label: <span className="max-xl:hidden">{label}</span>,
    }))
  return (
    <header className="flex h-13 shrink-0 items-center gap-1 border-b border-line px-2.5 coarse:h-13.5">
      <SegmentedControl
        label={t('View')}
        value={tab}
        onValueChange={props.onTab}
        options={options}
      />
      <span className="flex-1" />
      {versions}
      {isFramed(preview.kind) && tab === 'preview' && (
        <span className="flex max-lg:hidden">
          {widths.map(({ value, label, icon }) => (
            <IconButton
              key={value}
              label={label}
              icon={icon}
              isActive={width === value}
              onClick={() => props.onWidth(value)}
            />
          ))}
        </span>
      )}
      {props.onAsk && (
        <IconButton
          label={t('Ask to change')}
          icon={<MessageSquareQuote aria-hidden />}
          onClick={props.onAsk}
        />
      )}
      <MoreMenu preview={preview} onRestart={props.onRestart} />
      <IconButton label={t('Close preview')} icon={<X aria-hidden />} onClick={props.onClose} />
    </header>
  )
}

const renderMoreButton: OverlayTrigger = (props) => (
  <IconButton {...props} label={t('More for this preview')} icon={<Ellipsis aria-hidden />} />
)

function MoreMenu({ preview, onRestart }: { preview: Preview; onRestart: () => void }) {
  const [isAutomatic, setIsAutomatic] = useBrowserSetting(openPreviewsSetting)
  const name = getPreviewFileName(preview)
  const isFrame = isFramed(preview.kind)
  return (
    <Menu
      trigger={renderMoreButton}
      items={[
        {
          label: t('Save as {name}', { name }),
          icon: <Download aria-hidden />,
          onSelect: () => saveFile(new Blob([preview.code], { type: 'text/plain' }), name),
        },
        ...(isFrame && preview.kind !== 'mermaid'
          ? [
              {
                label: t('Open in a tab'),
                icon: <ExternalLink aria-hidden />,
                onSelect: () => openInTab(preview),
              },
            ]
          : []),
        ...(isFrame
          ? [{ label: t('Start again'), icon: <RotateCw aria-hidden />, onSelect: onRestart }]
          : []),
        'separator',
        {
          label: t('Open previews automatically'),
          isChecked: isAutomatic,
          onSelect: () => setIsAutomatic(!isAutomatic),
        },
      ]}
    />
  )
}

/** Key under which the page `/preview/tab` reads its document. */
const storageKey = 'bozzetto.preview'

/** Opens a document in a new tab. The new tab gets a copy of this tab's session storage. */
function openInTab(preview: Preview): void {
  const title = getPreviewTitle(preview)
  try {
    const content = { title, ...createPreviewDocument(preview) }
    sessionStorage.setItem(storageKey, JSON.stringify(content))
    window.open(withBase('/preview/tab'))
  } catch {
    showToast({
      kind: 'error',
      title: t('The browser has no room for this document. Save it as a file instead.'),
    })
  } finally {
    sessionStorage.removeItem(storageKey)
  }
}
