import { listOwnKeys } from '#lib/own-value.ts'
import RotateCcw from 'lucide-react/icons/rotate-ccw'
import Sun from 'lucide-react/icons/sun'
import { Button } from '#ui/actions/button.tsx'
import { FormField } from '#ui/fields/field.tsx'
import { SegmentedControl } from '#ui/fields/segmented-control.tsx'
import { Select } from '#ui/fields/select.tsx'
import { SliderField } from '#ui/fields/slider-field.tsx'
import { Switch } from '#ui/fields/switch.tsx'
import { t } from '#languages/viewer.ts'
import type { PanelProps } from '../state/editor-state.ts'
import { defaultLook } from '#viewer/look/look.ts'
import { backgrounds, getLegend, lights, modes, toneMappings } from '#viewer/look/modes.ts'

export function LookPanel({ editor: { look, onLook, sky, onSky } }: PanelProps) {
  return (
    <>
      <FormField label={t('Display')} hint={getLegend(look.mode)}>
        <Select value={look.mode} options={modes} onValueChange={(mode) => onLook({ mode })} />
      </FormField>
      <Switch
        label={t('Edges')}
        checked={look.hasEdges}
        onCheckedChange={(hasEdges) => onLook({ hasEdges })}
      />
      <hr className="border-line" />
      <FormField label={t('Lighting')}>
        <Select
          value={sky ? 'own' : look.light}
          options={sky ? [...lights, { value: 'own', label: sky.name }] : lights}
          onValueChange={(light) => {
            if (light === 'own') return
            onSky(undefined)
            onLook({ light })
          }}
        />
      </FormField>
      <label className="flex h-8 cursor-pointer items-center justify-center gap-2 rounded-md border border-line font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent hover:bg-hover coarse:h-11">
        <Sun aria-hidden className="size-4" />
        {t('Custom HDRI')}
        <input
          type="file"
          accept=".hdr"
          className="sr-only"
          onChange={(event) => {
            const [file] = event.target.files ?? []
            if (file) onSky(file)
            event.target.value = ''
          }}
        />
      </label>
      <FormField label={t('Rotate light')}>
        <SliderField
          value={look.lightTurn}
          onValueChange={(degrees) => onLook({ lightTurn: degrees ?? 0 })}
          min={-180}
          max={180}
          step={5}
          unit="°"
        />
      </FormField>
      <FormField label={t('Exposure')}>
        <SliderField
          value={look.exposureEv}
          onValueChange={(stops) => onLook({ exposureEv: stops ?? 0 })}
          min={-4}
          max={4}
          step={0.1}
          unit="EV"
        />
      </FormField>
      <FormField label={t('Tone mapping')}>
        <Select
          value={look.toneMapping}
          options={toneMappings}
          onValueChange={(toneMapping) => onLook({ toneMapping })}
        />
      </FormField>
      <hr className="border-line" />
      <FormField label={t('Background')}>
        <Select
          value={look.background}
          options={backgrounds}
          onValueChange={(background) => onLook({ background })}
        />
      </FormField>
      {look.background === 'environment' && (
        <FormField label={t('Blur')}>
          <SliderField
            value={Math.round(look.backgroundBlur * 100)}
            onValueChange={(percent) => onLook({ backgroundBlur: (percent ?? 0) / 100 })}
            min={0}
            max={100}
            step={5}
            unit="%"
          />
        </FormField>
      )}
      <Switch
        label={t('Ground shadow')}
        checked={look.hasShadow}
        onCheckedChange={(hasShadow) => onLook({ hasShadow })}
      />
      <Switch
        label={t('Grid')}
        checked={look.hasGrid}
        onCheckedChange={(hasGrid) => onLook({ hasGrid })}
      />
      <Switch
        label={t('Axes')}
        hint={t('Click an axis to look along it')}
        checked={look.hasGizmo}
        onCheckedChange={(hasGizmo) => onLook({ hasGizmo })}
      />
      <FormField label={t('Projection')}>
        <SegmentedControl
          value={look.isOrthographic ? 'flat' : 'lens'}
          options={[
            { value: 'lens', label: t('Perspective') },
            { value: 'flat', label: t('Orthographic') },
          ]}
          onValueChange={(lens) => onLook({ isOrthographic: lens === 'flat' })}
        />
      </FormField>
      <Switch
        label={t('Auto-rotate')}
        hint={t('Stops when you move the camera')}
        checked={look.isTurning}
        onCheckedChange={(isTurning) => onLook({ isTurning })}
      />
      <Button
        variant="ghost"
        icon={<RotateCcw aria-hidden />}
        disabled={listOwnKeys(defaultLook).every((name) => look[name] === defaultLook[name])}
        onClick={() => onLook(defaultLook)}
      >
        {t('Reset view settings')}
      </Button>
    </>
  )
}
