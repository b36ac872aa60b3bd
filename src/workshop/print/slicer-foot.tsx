import { dateLanguage } from '#lib/language/translate.ts'
import ChevronUp from 'lucide-react/icons/chevron-up'
import Download from 'lucide-react/icons/download'
import ExternalLink from 'lucide-react/icons/external-link'
import type { ComponentProps } from 'react'
import { getExportFormat } from '#lib/export-formats.ts'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { OverlayTriggerProps } from '#ui/overlays/overlay-trigger.ts'
import type { MenuProps } from '#ui/overlays/menu-props.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { pauseAskingBeforeClosing } from '#ui/use-ask-before-closing.ts'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState } from '../state/editor-state.ts'
import { findSlicer, slicers, usedSlicer } from './slicers.ts'
import { type ReadyForSlicer, useSlicer } from './use-slicer.ts'

type SlicerFootProps = {
  editor: EditorState
  /** False while a check asks for a change first. */
  isMain: boolean
}

/** Renders one row of buttons, which open the model in a slicer or save it. */
export function SlicerFoot({ editor, isMain }: SlicerFootProps) {
  const variant = isMain ? 'primary' : 'secondary'
  const slicer = useSlicer(editor)
  const onFormats = () => editor.onPanel('export')
  const saving = {
    icon: <Download aria-hidden />,
    isLoading: slicer.isBusy && !slicer.isSending,
    disabled: slicer.isSending,
    onClick: () => void slicer.save(),
  }
  if (!editor.onSlicerFile) {
    return (
      <div className="flex flex-wrap gap-2">
        <Button {...saving} variant={variant} size="lg" className="flex-1">
          {t('Print file (3MF)')}
        </Button>
        <Button variant="ghost" size="lg" onClick={onFormats}>
          {t('Other formats')}
        </Button>
      </div>
    )
  }
  return (
    <>
      {slicer.ready && <ReadyNote ready={slicer.ready} />}
      <div className="flex gap-2">
        <OpenInSlicer slicer={slicer} variant={variant} onFormats={onFormats} />
        <Button
          {...saving}
          size="lg"
          aria-description={t('Print file (3MF)')}
          data-tooltip={t('Print file (3MF)')}
        >
          {getExportFormat('3mf').label}
        </Button>
      </div>
    </>
  )
}

type OpenInSlicerProps = {
  slicer: ReturnType<typeof useSlicer>
  variant: 'primary' | 'secondary'
  onFormats: () => void
}

/** Renders the button of the slicer that was used last, with a menu of all. */
function OpenInSlicer({ slicer, variant, onFormats }: OpenInSlicerProps) {
  const { open, isBusy, isSending } = slicer
  const [usedId, setUsedId] = useBrowserSetting(usedSlicer)
  const used = findSlicer(usedId)
  const items: MenuProps['items'] = [
    { heading: t('Slicer: the program of your printer, such as Bambu Studio') },
    ...slicers.map((one) => ({
      label: one.toLink ? one.name : t('{name} (saves the file)', { name: one.name }),
      isChecked: one.id === usedId,
      isChoice: true,
      onSelect: () => {
        setUsedId(one.id)
        void open(one)
      },
    })),
    'separator',
    { label: t('Other formats'), onSelect: onFormats },
  ]
  if (!used) {
    return (
      <Menu
        trigger={(props) => openTrigger({ ...props, variant, isLoading: isBusy })}
        items={items}
      />
    )
  }
  return (
    <div className="flex min-w-0 flex-1 gap-px">
      <Button
        variant={variant}
        size="lg"
        icon={<ExternalLink aria-hidden />}
        isLoading={isSending}
        disabled={isBusy && !isSending}
        onClick={() => void open(used)}
        className="min-w-0 flex-1 rounded-e-none"
      >
        {used.toLink
          ? t('Open in {name}', { name: used.name })
          : t('Save for {name}', { name: used.name })}
      </Button>
      <Menu
        align="end"
        trigger={(props) => chevronTrigger({ ...props, variant, disabled: isBusy })}
        items={items}
      />
    </div>
  )
}

const chevronTrigger = (
  props: OverlayTriggerProps & Pick<ComponentProps<typeof IconButton>, 'variant' | 'disabled'>,
) => (
  <IconButton
    {...props}
    label={t('Choose a slicer')}
    icon={<ChevronUp aria-hidden />}
    className="h-10.5 w-10.5 rounded-s-none"
  />
)

const openTrigger = (
  props: OverlayTriggerProps & Pick<ComponentProps<typeof Button>, 'variant' | 'isLoading'>,
) => (
  <Button {...props} size="lg" icon={<ExternalLink aria-hidden />} className="min-w-0 flex-1">
    {t('Open in slicer')}
  </Button>
)

/** Also offers the saved file, because pages cannot detect whether a program opened. */
function ReadyNote({ ready: { slicer, link, expiresAt } }: { ready: ReadyForSlicer }) {
  if (link === undefined) {
    return (
      <output className="rounded-lg bg-hover px-3 py-2 text-xs text-pretty text-ink-muted">
        {t('{name} opens only files from its own sites. The 3MF was saved: open it in {name}.', {
          name: slicer.name,
        })}
      </output>
    )
  }
  return (
    <div className="flex items-center gap-3 rounded-lg bg-hover py-2 pe-2 ps-3">
      <output className="min-w-0 flex-1 text-xs text-pretty text-ink-muted">
        {t(
          'Ready for {name} until {expiresAt}, once. If nothing opens, press Open, or save the 3MF.',
          { name: slicer.name, expiresAt: formatTime(expiresAt) },
        )}
      </output>
      <LinkButton size="sm" href={link} onClick={pauseAskingBeforeClosing}>
        {t('Open')}
      </LinkButton>
    </div>
  )
}

const formatTime = (date: Date | undefined): string =>
  date?.toLocaleTimeString(dateLanguage, { hour: '2-digit', minute: '2-digit' }) ?? ''
