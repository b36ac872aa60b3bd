import { useState } from 'react'
import { withBase } from '#lib/base-path.ts'
import { isLoopbackName } from '#lib/links/loopback-name.ts'
import { cn } from '#ui/cn.ts'
import { backgroundClass } from '#viewer/look/backgrounds.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { CopyField } from '#ui/sharing/link-field.tsx'
import { type EmbedSettings, writeEmbedSettings } from '#workshop/embed/embed-settings.ts'
import { t } from '#languages/library.ts'

type EmbedOptionsProps = {
  path: string
  title: string
  /** False if the server forbids other sites to embed its models. */
  isAllowed: boolean
  settings: EmbedSettings
  onSettings: (settings: EmbedSettings) => void
}

const looks = [
  { value: 'clean', label: t('Clean') },
  { value: 'named', label: t('With name') },
  { value: 'full', label: t('Full') },
] as const

const sides = [
  { value: 'threeQuarter', label: t('Isometric') },
  { value: 'front', label: t('Front') },
  { value: 'right', label: t('Right') },
  { value: 'back', label: t('Back // side of a model') },
  { value: 'left', label: t('Left') },
  { value: 'top', label: t('Top') },
] as const

const sidePxMin = 120
const sidePxMax = 4096

export function EmbedOptions(props: EmbedOptionsProps) {
  const { path, title, isAllowed, settings, onSettings } = props
  const [[width, height], setSize] = useState<readonly [number, number]>([640, 480])
  const set = (change: Partial<EmbedSettings>) => onSettings({ ...settings, ...change })
  const src = new URL(withBase(path) + writeEmbedSettings(settings), location.href).href
  return (
    <>
      {!isAllowed && (
        <p role="note" className="rounded-lg bg-warning-soft px-3 py-2 text-pretty text-ink">
          {t(
            'No website may embed models of this server yet. An admin can add yours under Settings › Server settings › Other websites.',
          )}
        </p>
      )}
      <FormField label={t('Look')}>
        <SegmentedControl
          value={settings.look}
          options={looks}
          onValueChange={(look) => set({ look })}
        />
      </FormField>
      <Backdrops value={settings.backdrop} onValue={(backdrop) => set({ backdrop })} />
      <FormField label={t('First view')}>
        <Select value={settings.side} options={sides} onValueChange={(side) => set({ side })} />
      </FormField>
      <Switch
        label={t('Turns by itself')}
        hint={t('Stops when touched.')}
        checked={settings.isTurning}
        onCheckedChange={(isTurning) => set({ isTurning })}
      />
      <Switch
        label={t('Zoom only after a click')}
        hint={t('Until then, the wheel scrolls the page.')}
        checked={settings.needsClick}
        onCheckedChange={(needsClick) => set({ needsClick })}
      />
      <Switch
        label={t('View in AR')}
        hint={t('A button on phones.')}
        checked={settings.hasAr}
        onCheckedChange={(hasAr) => set({ hasAr })}
      />
      <fieldset className="flex items-center gap-2">
        <legend className="sr-only">{t('Size of the frame')}</legend>
        <span aria-hidden className="me-auto font-medium">
          {t('Size')}
        </span>
        {([t('Width'), t('Height')] as const).map((name, at) => (
          <NumberField
            key={name}
            aria-label={name}
            className="w-28"
            value={at === 0 ? width : height}
            min={sidePxMin}
            max={sidePxMax}
            step={1}
            isInteger
            unit="px"
            onValueChange={(value) =>
              setSize(at === 0 ? [value ?? 640, height] : [width, value ?? 480])
            }
          />
        ))}
      </fieldset>
      <CopyField
        label={t('Embed code')}
        isMain={!isLoopbackName(location.hostname)}
        isLabelShown
        value={toFrame(src, { title, width, height, isTransparent: settings.backdrop === 'none' })}
      />
      <CopyField label={t('Web component')} isLabelShown value={toElement(src, title)} />
    </>
  )
}

const presets = [
  { value: 'stage', label: t('Grey gradient') },
  { value: '#ffffff', label: t('White') },
  { value: '#1f1b18', label: t('Black') },
  { value: '#efd9c8', label: t('Sand') },
  { value: 'none', label: t('Transparent') },
] as const

type BackdropsProps = {
  value: EmbedSettings['backdrop']
  onValue: (value: EmbedSettings['backdrop']) => void
}

function Backdrops({ value, onValue }: BackdropsProps) {
  const isOwn = presets.every((preset) => preset.value !== value)
  return (
    <fieldset className="flex flex-wrap items-center gap-2">
      <legend className="mb-1.5 font-medium">{t('Background')}</legend>
      {presets.map((preset) => (
        <button
          key={preset.value}
          type="button"
          aria-label={preset.label}
          aria-pressed={preset.value === value}
          data-tooltip={preset.label}
          onClick={() => onValue(preset.value)}
          className={cn(
            'size-8 touch-target rounded-lg border border-line-control outline-offset-2 aria-pressed:outline-2 aria-pressed:outline-accent',
            preset.value === 'stage' && 'backdrop-stage',
            preset.value === 'none' && backgroundClass.checker,
          )}
          style={preset.value.startsWith('#') ? { background: preset.value } : undefined}
        />
      ))}
      <label className="ms-auto flex items-center gap-2 text-xs">
        {t('Own colour')}
        <input
          type="color"
          value={isOwn ? value : '#d8c3b0'}
          onChange={({ target }) => onValue(`#${target.value.slice(1)}`)}
          className="h-8 w-10 cursor-pointer rounded-md border border-line-control p-0 coarse:h-11"
        />
      </label>
    </fieldset>
  )
}

type FrameOptions = { title: string; width: number; height: number; isTransparent: boolean }

function toFrame(src: string, { title, width, height, isTransparent }: FrameOptions): string {
  // Browsers draw an opaque background if the frame and its page have different colour schemes.
  const style = `border:0;max-width:100%${isTransparent ? ';color-scheme:light' : ''}`
  return `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${width}" height="${height}" style="${style}" allow="fullscreen; xr-spatial-tracking" loading="lazy"></iframe>`
}

const toElement = (src: string, title: string): string =>
  `<script defer src="${new URL(withBase('/embed.js'), location.href).href}"></script><bozzetto-model src="${escaped(src)}" title="${escaped(title)}"></bozzetto-model>`

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
