import Box from 'lucide-react/icons/box'
import Camera from 'lucide-react/icons/camera'
import Download from 'lucide-react/icons/download'
import Wrench from 'lucide-react/icons/wrench'
import Maximize2 from 'lucide-react/icons/maximize-2'
import type { Ref } from 'react'
import { Button, LinkButton } from '#ui/actions/button.tsx'
import { IconButton } from '#ui/actions/icon-button.tsx'
import type { MenuItem } from '#ui/overlays/menu-props.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import type { OverlayTrigger } from '#ui/overlays/overlay-trigger.ts'
import { Select } from '#ui/fields/select.tsx'
import { cn } from '#ui/cn.ts'
import type { Look } from '#viewer/look/look.ts'
import { modes } from '#viewer/look/modes.ts'
import type { Side } from '#viewer/camera/sides.ts'
import { t } from '#languages/viewer.ts'
import type { EditorState, PanelId } from '../state/editor-state.ts'
import { panelGroups, panels } from './panels.tsx'

type EditorToolbarProps = {
  editor: EditorState
  panel: PanelId | undefined
  onPanel: (panel: PanelId | undefined) => void
  barRef: Ref<HTMLDivElement>
  isDownloadMain: boolean
  className: string
}

const sides: readonly { side: Side; label: string; keys?: string }[] = [
  { side: 'threeQuarter', label: t('Isometric') },
  { side: 'front', label: t('Front'), keys: '1' },
  { side: 'right', label: t('Right'), keys: '3' },
  { side: 'top', label: t('Top'), keys: '7' },
  { side: 'back', label: t('Back // side of a model'), keys: '9' },
  { side: 'left', label: t('Left') },
  { side: 'bottom', label: t('Bottom') },
]

const bar = 'pointer-events-auto flex gap-0.5 float'

export function EditorToolbar(props: EditorToolbarProps) {
  const { editor, panel, onPanel, barRef, isDownloadMain, className } = props
  const { model } = editor
  const kind = model.fileName.replace(/.*\./, '').toUpperCase()
  const name = t('Download {kind}', { kind })
  return (
    <div
      className={cn('@container/bar pointer-events-none absolute top-3 start-3 z-10', className)}
    >
      <div
        ref={barRef}
        role="toolbar"
        aria-label={t('View')}
        className="group/tools flex flex-wrap items-stretch justify-between gap-1.5 data-measured:flex-nowrap"
      >
        <ViewTools editor={editor} />
        <div className="ms-auto flex flex-wrap items-stretch justify-end gap-1.5 group-data-measured/tools:flex-nowrap">
          {panelGroups.map((one) => (
            <ToolGroup key={one.title} {...one} panel={panel} onPanel={onPanel} />
          ))}
          <div className={cn(bar, 'p-0.5 @min-[37rem]/bar:hidden')}>
            {/* Printing stays one tap away. The other tools are in the menu. */}
            {panels
              .filter((entry) => entry.panel === 'print')
              .map(({ label, word, icon }) => (
                <Button
                  key={label}
                  variant="ghost"
                  aria-label={label}
                  aria-pressed={panel === 'print'}
                  icon={icon}
                  className="px-2! aria-pressed:bg-accent-soft aria-pressed:text-accent-strong"
                  onClick={() => onPanel(panel === 'print' ? undefined : 'print')}
                >
                  <span className="hidden group-data-words/tools:inline">{word}</span>
                </Button>
              ))}
            <Menu
              trigger={toolsTrigger}
              items={panelGroups.flatMap(({ title, entries }, at) => [
                ...(at > 0 ? (['separator'] as const) : []),
                { heading: title },
                ...entries
                  .filter((entry) => entry.panel !== 'print')
                  .map((entry) => ({
                    label: entry.label,
                    icon: entry.icon,
                    onSelect: () => onPanel(entry.panel),
                  })),
              ])}
            />
          </div>
          <LinkButton
            href={model.downloadUrl ?? model.url}
            download={model.fileName}
            // An open panel has its own main button.
            variant={isDownloadMain && panel === undefined ? 'primary' : 'secondary'}
            icon={<Download aria-hidden />}
            aria-label={name}
            data-tooltip={name}
            className="pointer-events-auto h-auto! shadow-overlay @max-md/bar:px-2.5! @min-[37rem]/bar:mt-4.5"
          >
            <span className="@md/bar:group-data-words/tools:hidden">{kind}</span>
            <span className="hidden @md/bar:group-data-words/tools:inline">{name}</span>
          </LinkButton>
        </div>
      </div>
    </div>
  )
}

function ViewTools({ editor: { look, onLook, viewer, loaded } }: { editor: EditorState }) {
  const cameras = loaded?.cameras ?? []
  return (
    <div className={cn(bar, 'items-center p-0.5 @min-[37rem]/bar:mt-4.5')}>
      <IconButton
        label={t('Fit to view')}
        keys="F"
        icon={<Maximize2 aria-hidden />}
        // Without words of the tools, long names of a display mode need its room.
        className="@max-md/bar:hidden @min-[37rem]/bar:@max-[40rem]/bar:hidden"
        onClick={() => viewer.current?.frame()}
      />
      <Menu
        align="start"
        trigger={viewTrigger}
        items={[
          { label: t('Fit to view'), keys: 'F', onSelect: () => viewer.current?.frame() },
          'separator' as const,
          ...sides.map(({ side, label, keys }) => ({
            label,
            ...(keys !== undefined && { keys }),
            onSelect: () => viewer.current?.view(side),
          })),
          ...cameras.map((camera): MenuItem => ({
            label: camera.name,
            icon: <Camera aria-hidden />,
            onSelect: () => viewer.current?.lookFrom(camera),
          })),
          'separator',
          {
            label: t('Orthographic'),
            isChecked: look.isOrthographic,
            onSelect: () => onLook({ isOrthographic: !look.isOrthographic }),
          },
          {
            label: t('Auto-rotate'),
            isChecked: look.isTurning,
            onSelect: () => onLook({ isTurning: !look.isTurning }),
          },
        ]}
      />
      {!loaded?.splats && (
        <Select
          variant="ghost"
          aria-label={t('Show')}
          // On phones, the panel for lighting has the same choice.
          className="@max-md/bar:hidden @min-[37rem]/bar:@max-[40rem]/bar:max-w-28"
          value={look.mode}
          options={modes}
          onValueChange={(mode: Look['mode']) => onLook({ mode })}
        />
      )}
    </div>
  )
}

type ToolGroupProps = (typeof panelGroups)[number] & Pick<EditorToolbarProps, 'panel' | 'onPanel'>

const ToolGroup = ({ title, entries, panel, onPanel }: ToolGroupProps) => (
  <fieldset aria-label={title} className="grid gap-1 @max-[37rem]/bar:hidden">
    {/* A long title does not widen the group. Beside the last group, there is room for it. */}
    <span
      aria-hidden
      className="on-stage w-0 min-w-full ps-2.5 text-2xs font-medium whitespace-nowrap text-ink-muted"
    >
      {title}
    </span>
    <div className={cn(bar, 'p-0.5 @4xl/bar:p-1')}>
      {entries.map((entry) => (
        <button
          key={entry.panel}
          type="button"
          aria-label={entry.label}
          aria-pressed={entry.panel === panel}
          data-tooltip={entry.label}
          onPointerEnter={() => void entry.load().catch(() => {})}
          onClick={() => onPanel(entry.panel === panel ? undefined : entry.panel)}
          className="flex h-8 min-w-7 touch-target flex-col items-center justify-center gap-1 rounded-md px-0.5 text-2xs font-medium text-ink-muted transition-colors hover:bg-hover hover:text-ink active:bg-pressed aria-pressed:bg-accent-soft aria-pressed:text-accent-strong @3xl/bar:min-w-8 @4xl/bar:px-1 group-data-words/tools:h-11 group-data-words/tools:min-w-10 @5xl/bar:group-data-words/tools:min-w-11 @5xl/bar:px-1.5 forced-colors:aria-pressed:outline-2 [&_svg]:size-4"
        >
          {entry.icon}
          <span className="hidden whitespace-nowrap group-data-words/tools:block">
            {entry.word}
          </span>
        </button>
      ))}
    </div>
  </fieldset>
)

const viewTrigger: OverlayTrigger = (props) => (
  <Button {...props} variant="ghost" icon={<Box aria-hidden />} className="px-2!">
    <span className="@max-md/bar:sr-only @min-[37rem]/bar:@max-4xl/bar:sr-only">{t('View')}</span>
  </Button>
)

const toolsTrigger: OverlayTrigger = (props) => (
  <Button
    {...props}
    variant="ghost"
    icon={<Wrench aria-hidden className="hidden @max-md/bar:group-not-data-words/tools:block" />}
    className="px-2!"
  >
    <span className="@max-md/bar:group-not-data-words/tools:sr-only">{t('Tools')}</span>
  </Button>
)
