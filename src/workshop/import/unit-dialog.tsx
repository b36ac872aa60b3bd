import { useState } from 'react'
import { useStore } from 'zustand'
import { formatLength } from '#lib/format.ts'
import { type UnitQuestion, unitQuestions } from '#model-files/import/units/unit-question.ts'
import { lengthUnits, metresPer } from '#model-files/import/units/units.ts'
import { Button } from '#ui/actions/button.tsx'
import { ChoiceCard } from '#ui/fields/choice-card.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

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
      title={`Which unit does “${fileName}” use?`}
      description={`${kind} files don’t say. Your choice is remembered for other ${kind} files.`}
      size="sm"
      footer={
        <>
          <Button onClick={() => answer(undefined)}>Cancel</Button>
          <Button variant="primary" onClick={() => answer(unit)}>
            Import
          </Button>
        </>
      }
    >
      <fieldset className="grid gap-2">
        <legend className="sr-only">Units</legend>
        {lengthUnits.map(({ value, label }) => (
          <ChoiceCard
            key={value}
            name="unit"
            title={value === guess.used ? `${label} (best guess)` : label}
            hint={`${formatLength(guess.longest * metresPer(value))} long`}
            isChosen={value === unit}
            onChosen={() => setUnit(value)}
          />
        ))}
      </fieldset>
    </Dialog>
  )
}
