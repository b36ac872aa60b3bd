import { joinWithCommas } from '#lib/format.ts'
import { FormField } from '#ui/fields/field.tsx'
import { NumberField } from '#ui/fields/number-field.tsx'
import { Select } from '#ui/fields/select.tsx'
import { useBrowserSetting } from '#ui/use-browser-setting.ts'
import { t } from '#languages/viewer.ts'
import { PrepStepRow } from './prep-step.tsx'
import { findMaterial, listCurrencies, materials, nozzlesMm, printSetup } from './print-setup.ts'

export function MaterialStep() {
  const [setup, setSetup] = useBrowserSetting(printSetup)
  return (
    <PrepStepRow
      title={t('Nozzle and material')}
      value={joinWithCommas([
        t('{mm} mm', { mm: setup.nozzleMm }),
        findMaterial(setup.material).name,
      ])}
    >
      <div className="grid grid-cols-2 gap-2">
        <FormField label={t('Nozzle')}>
          <Select
            value={String(setup.nozzleMm)}
            options={nozzlesMm.map((mm) => ({ value: String(mm), label: t('{mm} mm', { mm }) }))}
            onValueChange={(nozzle) => setSetup({ ...setup, nozzleMm: Number(nozzle) })}
          />
        </FormField>
        <FormField label={t('Supports beyond')}>
          <NumberField
            value={setup.limitDegrees}
            min={1}
            max={89}
            unit="°"
            onValueChange={(limitDegrees = 45) => setSetup({ ...setup, limitDegrees })}
          />
        </FormField>
        <FormField label={t('Material')}>
          <Select
            value={setup.material}
            options={materials.map(({ id, name: label }) => ({ value: id, label }))}
            onValueChange={(material) => setSetup({ ...setup, material })}
          />
        </FormField>
        <FormField label={t('Infill')}>
          <NumberField
            value={setup.infillPercent}
            min={0}
            max={100}
            step={5}
            unit="%"
            onValueChange={(infillPercent = 15) => setSetup({ ...setup, infillPercent })}
          />
        </FormField>
        <FormField label={t('Price of 1 kg')}>
          <NumberField
            value={setup.pricePerKg}
            min={0}
            max={10_000_000}
            onValueChange={(pricePerKg = 0) => setSetup({ ...setup, pricePerKg })}
          />
        </FormField>
        <FormField label={t('Currency')}>
          <Select
            value={setup.currency ?? ''}
            options={[{ value: '', label: t('Show no cost') }, ...listCurrencies()]}
            onValueChange={(code) => setSetup({ ...setup, currency: code || undefined })}
          />
        </FormField>
      </div>
    </PrepStepRow>
  )
}
