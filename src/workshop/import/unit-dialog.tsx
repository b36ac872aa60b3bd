import { useState } from 'react'
import { useStore } from 'zustand'
import { formatLength } from '#lib/format.ts'
import { type UnitQuestion, unitQuestions } from '#model-files/import/units/unit-question.ts'
import { translateTexts } from '#lib/language/translate-texts.ts'
import { lengthUnits, metresPer } from '#model-files/import/units/units.ts'
import { Button } from '#ui/actions/button.tsx'
import { ChoiceCard } from '#ui/fields/choice-card.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { t } from '#languages/viewer.ts'

/** Asks for the unit of each file without a unit and with an implausible size. */
export function UnitDialog() {
  const question = useStore(unitQuestions, ({ waiting }) => waiting[0])
  return question ? <AskedUnit key={question.fileName} question={question} /> : null
}

function AskedUnit({ question: { fileName, guess, answer } }: { question: UnitQuestion }) {
  const [unit, setUnit] = useState(guess.used)
  const kind = guess.kind.toUpperCase()
  return (
    <Dialog
      isOpen
      onClose={() => answer(undefined)}
      title={t('Which unit does “{fileName}” use?', { fileName })}
      description={t('{kind} files don’t say. Your choice is remembered for other {kind} files.', {
        kind,
      })}
      size="sm"
      footer={
        <>
          <Button onClick={() => answer(undefined)}>{t('Cancel')}</Button>
          <Button variant="primary" onClick={() => answer(unit)}>
            {t('Import')}
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('Units')}</legend>
        {translateTexts(lengthUnits, ['label']).map(({ value, label }) => (
          <ChoiceCard
            key={value}
            name="unit"
            title={value === guess.used ? t('{label} (best guess)', { label }) : label}
            hint={t('{length} long', { length: formatLength(guess.longest * metresPer(value)) })}
            isChosen={value === unit}
            onChosen={() => setUnit(value)}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
